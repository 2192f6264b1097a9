import type { LocalStore } from "./local-store";
import type { ReadableStore } from "./readable-store";
import { newId } from "./new-id";

/** Where this device stands with the server. */
export type SyncMeta = {
  key: "sync";
  clientId: string;
  /** Null until the first answer. */
  epoch: string | null;
  cursor: number;
  /** The highest number the server has dealt with. A change is pending when its number is higher: there is no other status. */
  lastMid: number;
  /** `base` tells what was confirmed under the changes up to this number; later ones tell it themselves. */
  baseUpTo: number;
  /** The shape of the view's rows that this database was filled with. */
  viewSchema: number;
  /** The change that the server stumbles over, how often, and since when. */
  stuck: { mid: number; times: number; sinceMs: number } | null;
  lastSyncAt: number | null;
  /** Whether the server has dealt with changes whose rows are not here yet: a long queue is being drained. */
  awaitsRows?: boolean;
  /** Up to which number the server had dealt with changes, and when, by this device's clock: for pruning only. Oldest first. */
  acknowledged?: { mid: number; at: number }[];
  /** Pictures that changes named and that were perhaps not sent, because their items were deleted here. */
  owed?: OwedPicture[];
};

/** `paidIn` is the life of the server that has it: another may not. */
export type OwedPicture = { sha256: string; itemId: string; paidIn?: string | null };

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
  return meta.viewSchema === VIEW_SCHEMA
    ? meta
    : { ...meta, epoch: null, cursor: 0, viewSchema: VIEW_SCHEMA };
}

export const writeMeta = (store: LocalStore, meta: SyncMeta) => store.meta.put(meta);

const firstMeta = (): SyncMeta => ({
  key: "sync",
  clientId: newId(),
  epoch: null,
  cursor: 0,
  lastMid: 0,
  baseUpTo: 0,
  viewSchema: VIEW_SCHEMA,
  stuck: null,
  lastSyncAt: null,
});
