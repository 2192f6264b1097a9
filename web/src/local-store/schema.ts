import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { RestorableTable } from "@shelv/mutators/mutator";

export const DEVICE_NAME = "shelv-device";
export const DEVICE_VERSION = 1;

export const databaseName = (userId: string) => `shelv-${userId}`;

/**
 * The last version in local-store.ts. The next one keeps its stores and adds
 * `this.version(2).stores(…).upgrade(…)` with an index, or rows that screens read before the next pull. Each
 * version costs a slow phone some milliseconds at every start.
 */
export const STORE_VERSION = 1;

/** Raise it when a row changes shape: the device pulls all rows again and replays pending changes. */
export const VIEW_SCHEMA = 1;

/** A local change in the outbox. `mid` ascends; this shape is frozen. */
export type OutboxEntry = {
  mid: number;
  /** The idempotency key. */
  opId: string;
  name: string;
  v: number;
  args: unknown;
  pictures: string[];
  /** Ids of rows that the change wrote here. */
  rows: string[];
  /** Valid above `meta.rebasedMid` only (before-images.ts). */
  before?: BeforeImage[];
  /** By this device's clock: shown, and the time of a replay. Not sent. */
  at: number;
  /** The network blocked it for too long (blocked-change.ts). */
  isGivenUp?: boolean;
};

/** The database numbers an entry without a `mid`. */
export type NewEntry = Omit<OutboxEntry, "mid"> & { mid?: number };

export type BeforeImage = { table: OwnerTable; id: string; row: OwnerRow | null };

export type RejectedEntry = Omit<OutboxEntry, "mid" | "isGivenUp" | "before"> & {
  code: string;
  message: string;
  rejectedAt: number;
  isTold?: boolean;
  /** The server applied the change and lacks its picture. */
  isUpload?: boolean;
};

/** An ArrayBuffer, because iOS loses Blobs. */
export type LocalPicture = {
  sha256: string;
  type: string;
  bytes: ArrayBuffer;
  at: number;
  /** The form was saved before its background removal ended. */
  isUncut?: boolean;
};

/** What only the server can count: shown, never sent. */
export type LastKnown = { key: string; value: unknown; at: number };

export type TrashRow = {
  table: RestorableTable;
  id: string;
  row: OwnerRow;
  /** Shared by all rows of one deletion: the change's `opId`, or an id of the pull or the server. */
  deletion: string;
  shelfId?: string;
  /** A restored category returns to these items. */
  itemIds?: string[];
  /** By this device's clock: orders the list, deletes nothing. */
  at: number;
  /** The server's time at a sync within a day after the deletion: for pruning only. */
  since?: number;
  /** The entry that this one replaced: a rebase begins with it while this deletion is pending. */
  under?: TrashRow;
};

export type SyncMeta = {
  key: "sync";
  clientId: string;
  /** Null until the first answer. */
  epoch: string | null;
  cursor: number;
  /** The server has processed all numbers up to it; a change above is pending. There is no other status. */
  lastMid: number;
  /** The last rebase included all numbers up to it; later entries hold valid before-images. */
  rebasedMid: number;
  /** Rises with each rebase and new start: an answer to an earlier request is discarded. */
  revision: number;
  viewSchema: number;
  /**
   * The change that the network blocks although other requests succeed, its tries, and since when. Null once
   * all is synced.
   */
  blocked: { mid: number; times: number; sinceMs: number } | null;
  lastSyncAt: number | null;
  /** When rows were last compared with the server's digests, by this device's clock. */
  rowsCheckedAt?: number;
  /** The server has processed changes whose rows are not pulled yet: a long queue drains. */
  awaitsRows?: boolean;
  /** When the server had processed which number, by its clock: for pruning only. Oldest first. */
  acknowledged?: { mid: number; at: number }[];
  /** Pictures that the server lacks, and that are on this device or were chosen here. */
  wants: WantedPicture[];
};

/** `attempts`: since the server first asked; with the time of the next. */
export type WantedPicture = {
  sha256: string;
  attempts?: { times: number; sinceMs: number; nextMs: number; isUploaded: boolean };
};
