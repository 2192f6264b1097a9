import { newId } from "#platform/new-id";
import type { Table } from "dexie";
import type { ReadableStore } from "./readable-store";
import { type SyncMeta, VIEW_SCHEMA } from "./schema";

export const hasSynced = async (store: Pick<ReadableStore, "meta">): Promise<boolean> =>
  (await store.meta.get("sync"))?.lastSyncAt != null;

/** Another tab runs a newer build, from whose rows this one would remove unknown fields. */
export class NewerStore extends Error {
  override readonly name = "NewerStore";
}

/**
 * In a transaction that may write `meta`: a view of an older shape starts over. Throws `NewerStore` for a
 * newer one.
 */
export async function readMeta(store: WithMeta): Promise<SyncMeta> {
  const meta = await store.meta.get("sync");
  if (!meta) {
    const first = firstMeta();
    await store.meta.add(first);
    return first;
  }
  if (meta.viewSchema > VIEW_SCHEMA) throw new NewerStore("The store belongs to a newer build");
  return meta.viewSchema === VIEW_SCHEMA ? meta : { ...startedOver(meta), viewSchema: VIEW_SCHEMA };
}

/** The next request then pulls every row again, and pushes nothing before. */
export const startedOver = (meta: SyncMeta): SyncMeta => ({
  ...meta,
  epoch: null,
  cursor: 0,
  revision: meta.revision + 1,
});

export const writeMeta = (store: WithMeta, meta: SyncMeta) => store.meta.put(meta);

const firstMeta = (): SyncMeta => ({
  key: "sync",
  clientId: newId(),
  epoch: null,
  cursor: 0,
  lastMid: 0,
  rebasedMid: 0,
  revision: 0,
  viewSchema: VIEW_SCHEMA,
  blocked: null,
  lastSyncAt: null,
  wants: [],
});

/** Not `LocalStore`, which imports this file. */
type WithMeta = { readonly meta: Table<SyncMeta, "sync"> };
