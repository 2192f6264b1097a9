import { NO_OP } from "@shelv/contract/sync";
import type { OutboxEntry } from "#local-store/local-store";

/**
 * A thing that was given a picture and is deleted later in the same request: the picture need not travel. What was done to
 * the thing until then is sent as changes that do nothing; its deletion is sent as it is. The outbox keeps all of it.
 * @param entries in order, as they are to be sent together
 * @param unsent pictures that the server does not have
 */
export function withoutDoomed(entries: readonly OutboxEntry[], unsent: ReadonlySet<string>): OutboxEntry[] {
  const deletedAt = new Map<string, number>();
  entries.forEach(({ name, rows }, at) => {
    if (name.endsWith(".delete")) rows.forEach((id) => deletedAt.set(id, at));
  });
  const isGoneAfter = (at: number) => (id: string) => (deletedAt.get(id) ?? -1) > at;
  const doomed = new Set(
    entries.flatMap(({ rows, pictures }, at) => (pictures.some((sha) => unsent.has(sha)) ? rows.filter(isGoneAfter(at)) : [])),
  );
  return entries.map((entry, at) => {
    const isInVain = entry.rows.length > 0 && entry.rows.every((id) => doomed.has(id) && isGoneAfter(at)(id));
    return isInVain ? { ...entry, name: NO_OP, args: null, pictures: [], rows: [] } : entry;
  });
}
