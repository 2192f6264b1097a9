/**
 * Outbox entries above `meta.rebasedMid` hold before-images: their rows before the change. A row's earliest
 * one is its confirmed row, to which a rebase resets the view; then it rewrites those of pending entries.
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

type Touched = { clientId: string; rowsByMid: Map<number, readonly string[]> };
const touchedIn = new WeakMap<ReadableStore, Touched>();

/**
 * The ids of rows with pending changes. Cached, and only new entries are read: a phone that is offline for a
 * week has thousands.
 */
export async function rowsWithPendingChanges(store: ReadableStore): Promise<string[]> {
  const { clientId, lastMid } = (await store.meta.get("sync")) ?? { clientId: "", lastMid: 0 };
  const before = touchedIn.get(store);
  // A device that resets its client numbers its changes from 1 again.
  const known = before?.clientId === clientId ? before.rowsByMid : new Map<number, readonly string[]>();
  const pending = [...known].filter(([mid]) => mid > lastMid);
  const above = Math.max(lastMid, pending.at(-1)?.[0] ?? 0);
  for (const { mid, rows } of await store.outbox.where("mid").above(above).toArray())
    pending.push([mid, rows]);
  touchedIn.set(store, { clientId, rowsByMid: new Map(pending) });
  return [...new Set(pending.flatMap(([, rows]) => rows))];
}
