/**
 * A rebase takes the view back to the confirmed rows before it lays the server's changes over them. Each outbox entry above
 * `meta.rebasedMid` holds the rows as the view showed them before that change: its before-images. The before-image of the earliest
 * such entry is the confirmed row. A rebase writes the before-images of the entries that stay pending again.
 */
import type { ReadableStore } from "./readable-store";
import type { BeforeImage, OutboxEntry } from "./schema";

/** @param entries in the order of their numbers, all above `meta.rebasedMid` */
export function confirmedRows(entries: readonly Pick<OutboxEntry, "before">[]): BeforeImage[] {
  const confirmed = new Map<string, BeforeImage>();
  for (const image of entries.flatMap(({ before = [] }) => before)) {
    const key = `${image.table}\n${image.id}`;
    if (!confirmed.has(key)) confirmed.set(key, image);
  }
  return [...confirmed.values()];
}

type Touched = { clientId: string; rowsOf: Map<number, readonly string[]> };
const touchedIn = new WeakMap<ReadableStore, Touched>();

/**
 * The ids of the rows that pending changes touch. A long outbox is read once and remembered: a phone that is offline for a week would
 * read thousands of changes after each new one.
 */
export async function rowsWithPendingChanges(store: ReadableStore): Promise<string[]> {
  const { clientId, lastMid } = (await store.meta.get("sync")) ?? { clientId: "", lastMid: 0 };
  const before = touchedIn.get(store);
  // A device that resets its client numbers its changes anew.
  const known = before?.clientId === clientId ? before.rowsOf : new Map<number, readonly string[]>();
  const pending = [...known].filter(([mid]) => mid > lastMid);
  const above = Math.max(lastMid, pending.at(-1)?.[0] ?? 0);
  for (const { mid, rows } of await store.outbox.where("mid").above(above).toArray())
    pending.push([mid, rows]);
  touchedIn.set(store, { clientId, rowsOf: new Map(pending) });
  return [...new Set(pending.flatMap(([, rows]) => rows))];
}
