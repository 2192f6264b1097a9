import { newId } from "#platform/new-id";
import type { Table } from "dexie";
import type { ReadableStore } from "./readable-store";
import { type SyncMeta, VIEW_SCHEMA } from "./schema";

/** Whether this device has ever had the account's rows. */
export const hasSynced = async (store: Pick<ReadableStore, "meta">): Promise<boolean> =>
  (await store.meta.get("sync"))?.lastSyncAt != null;

/** Reads where the device stands, inside a transaction that may write `meta`. A view of another shape forgets its cursor. */
export async function readMeta(store: WithMeta): Promise<SyncMeta> {
  const meta = await store.meta.get("sync");
  if (!meta) {
    const first = firstMeta();
    await store.meta.add(first);
    return first;
  }
  return meta.viewSchema === VIEW_SCHEMA ? meta : { ...startedOver(meta), viewSchema: VIEW_SCHEMA };
}

/** Where the next exchange pulls every row again, and sends nothing before. */
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

/** A `LocalStore`, which this file must not import: the store itself reads its `meta`. */
type WithMeta = { readonly meta: Table<SyncMeta, "sync"> };
