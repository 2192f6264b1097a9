import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { RestorableTable } from "@shelv/mutators/mutator";

export const DEVICE_NAME = "shelv-device";
export const DEVICE_VERSION = 1;

export const databaseName = (userId: string) => `shelv-${userId}`;

/**
 * The last version in local-store.ts: a database of another version is not read at start. The next one keeps
 * the stores of this one, and adds `this.version(2).stores(…).upgrade(…)` with what changes: an index, or rows
 * that screens read before the next pull. Each version costs a slow phone some milliseconds at every start.
 */
export const STORE_VERSION = 1;

/**
 * Rises when a row in the contract changes shape: the device pulls all rows again and replays pending changes
 * on them.
 */
export const VIEW_SCHEMA = 1;

/**
 * A local change in the outbox. `mid` numbers the device's changes in ascending order; this shape is frozen.
 */
export type OutboxEntry = {
  mid: number;
  /** The change's idempotency key, on any device and database. */
  opId: string;
  name: string;
  v: number;
  args: unknown;
  pictures: string[];
  /** Ids of the rows that the change wrote here. */
  rows: string[];
  /** These rows as the view showed them before the change. Valid above `meta.rebasedMid` only. */
  before?: BeforeImage[];
  /** By this device's clock: shown, and the time at which a replay runs. Not sent. */
  at: number;
  /**
   * The network blocked the change for too long: the device pushes a no-op in its place, and the server
   * reports which of the two it applied.
   */
  isGivenUp?: boolean;
};

/** The database numbers an entry without a `mid` when it is added. */
export type NewEntry = Omit<OutboxEntry, "mid"> & { mid?: number };

/** Null: there was none. */
export type BeforeImage = { table: OwnerTable; id: string; row: OwnerRow | null };

export type RejectedEntry = Omit<OutboxEntry, "mid" | "isGivenUp" | "before"> & {
  code: string;
  message: string;
  rejectedAt: number;
  isTold?: boolean;
  /** The server applied the change and lacks the picture that it names. */
  isUpload?: boolean;
};

/** An ArrayBuffer, because iOS loses Blobs. */
export type LocalPicture = {
  sha256: string;
  type: string;
  bytes: ArrayBuffer;
  at: number;
  /** The form was saved before its background removal was done. */
  isUncut?: boolean;
};

/** Only the server can count it: shown, never sent. */
export type LastKnown = { key: string; value: unknown; at: number };

export type TrashRow = {
  table: RestorableTable;
  id: string;
  row: OwnerRow;
  /** Shared by what one deletion removed: the change's `opId`, or an id of the pull or the server. */
  deletion: string;
  shelfId?: string;
  /** The items with this category: a restore gives it back to them. */
  itemIds?: string[];
  /** When the row was deleted, by this device's clock: it orders the list, and deletes nothing. */
  at: number;
  /** The server's time at a sync within a day after the deletion: for pruning only. */
  since?: number;
  /** The entry that this one replaced: a rebase begins with that one while this deletion is pending. */
  under?: TrashRow;
};

/** The state of this device's sync. */
export type SyncMeta = {
  key: "sync";
  clientId: string;
  /** Null until the first answer. */
  epoch: string | null;
  cursor: number;
  /**
   * The highest number that the server has processed. A change with a higher one is pending: there is no
   * other status.
   */
  lastMid: number;
  /**
   * The highest number of this device that the last rebase included. Later entries hold valid before-images.
   */
  rebasedMid: number;
  /** Rises with each rebase and each new start: an answer to an earlier request is discarded. */
  revision: number;
  viewSchema: number;
  /**
   * The change that the network blocks although other requests succeed, how often it was tried, and since
   * when the network blocks changes. Null once everything is synced.
   */
  blocked: { mid: number; times: number; sinceMs: number } | null;
  lastSyncAt: number | null;
  /** When this device last compared its rows with the server's digests, by its own clock. */
  rowsCheckedAt?: number;
  /**
   * Whether the server has processed changes whose rows are not pulled yet: a long queue is being drained.
   */
  awaitsRows?: boolean;
  /**
   * Up to which number the server has processed changes, and when, by the server's clock: for pruning only.
   * Oldest first.
   */
  acknowledged?: { mid: number; at: number }[];
  /**
   * Pictures that the server lacks, by the last pulled answer and those without rows since, and that are on
   * this device or were chosen here.
   */
  wants: WantedPicture[];
};

/** `attempts`: since the server first asked for it, and when the next is due. */
export type WantedPicture = {
  sha256: string;
  attempts?: { times: number; sinceMs: number; nextMs: number; isUploaded: boolean };
};
