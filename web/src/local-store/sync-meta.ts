import type { LocalStore } from "./local-store";
import type { ReadableStore } from "./readable-store";
import { newId } from "#platform/new-id";

/** Where this device stands with the server. */
export type SyncMeta = {
  key: "sync";
  clientId: string;
  /** Null until the first answer. */
  epoch: string | null;
  cursor: number;
  /** The highest number the server has dealt with. A change is pending when its number is higher: there is no other status. */
  lastMid: number;
  /** The highest number of this device that the last rebase took into account. Later entries hold valid before-images. */
  rebasedMid: number;
  /** Rises with each rebase and each start over: an answer that was asked for before counts no more. */
  revision: number;
  /** The shape of the view's rows that this database was filled with. */
  viewSchema: number;
  /** The change that does not get through although other requests do, how often it was tried, and since when. */
  blocked: { mid: number; times: number; sinceMs: number } | null;
  lastSyncAt: number | null;
  /** When this device last compared its rows with the server's digests, by its own clock. */
  rowsCheckedAt?: number;
  /** Whether the server has dealt with changes whose rows are not here yet: a long queue is being drained. */
  awaitsRows?: boolean;
  /** Up to which number the server had dealt with changes, and when, by this device's clock: for pruning only. Oldest first. */
  acknowledged?: { mid: number; at: number }[];
  /** SHA-256 of pictures that the server lacks, by its last pulled answer. */
  wants: string[];
};

/** Rises when a row in the contract changes shape: the view is then pulled anew, and pending changes replayed on it. */
export const VIEW_SCHEMA = 4;

/** Whether this device has ever had the account's rows. */
export const hasSynced = async (store: ReadableStore): Promise<boolean> =>
  (await store.meta.get("sync"))?.lastSyncAt != null;

/** Reads where the device stands, inside a transaction that may write `meta`. A view of another shape forgets its cursor. */
export async function readMeta(store: LocalStore): Promise<SyncMeta> {
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

export const writeMeta = (store: LocalStore, meta: SyncMeta) => store.meta.put(meta);

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
