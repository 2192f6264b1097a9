import { NO_OP } from "@shelv/contract/sync";
import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";

/**
 * Inside the caller's transaction. A no-op takes the change's number, so that it is never pushed again unless
 * the owner retries it.
 */
export async function moveToRejected(
  store: LocalStore,
  mid: number,
  { code, message }: Pick<RejectedEntry, "code" | "message">,
): Promise<void> {
  const entry = await store.outbox.get(mid);
  if (!entry || entry.name === NO_OP) return;
  const { mid: _, isGivenUp: __, before: ___, ...change } = entry;
  await store.rejected.put({ ...change, code, message, rejectedAt: Date.now() });
  await store.outbox.put({ ...entry, name: NO_OP, args: { code, message }, pictures: [], rows: [] });
}
