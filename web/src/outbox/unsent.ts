import type { LocalStore } from "#local-store/local-store";
import { pendingEntries } from "#local-store/queries";
import type { NewEntry, OutboxEntry } from "#local-store/schema";

/** For another database, where number and before-images mean nothing. */
export function withoutRows(entry: OutboxEntry | NewEntry): NewEntry {
  const { mid: _, before: __, ...change } = entry;
  return { ...change, before: [] };
}

/** Fills `LocalStore.unsent`, from all tabs. */
export async function noteUnsent(store: LocalStore): Promise<void> {
  const { unsent } = store;
  const before = [...unsent.pending.keys()];
  const { lastMid = 0, lastSyncAt = null, wants = [] } = (await store.meta.get("sync")) ?? {};
  const pending = await pendingEntries(store, lastMid).toArray();
  // An emptied store knows no pictures until the next pull.
  if (lastSyncAt !== null) unsent.pictures = new Set(wants.map(({ sha256 }) => sha256));
  unsent.rejected = await store.rejected.toArray();
  for (const opId of before) unsent.pending.delete(opId);
  for (const entry of pending) unsent.pending.set(entry.opId, withoutRows(entry));
}
