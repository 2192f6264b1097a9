/**
 * A change that runs twice: at once on the device, and on the server in its order. So it is pure and
 * synchronous: it declares its reads, the host fetches them, and `run` works in memory. (An IndexedDB
 * transaction would commit too early for an async mutator.)
 */
import {
  FIRST_SINGLES,
  type OwnerRow,
  type OwnerTable,
  type Single,
  type SingleRow,
} from "@shelv/contract/rows/owner-tables";
import type { SeenPoint } from "@shelv/contract/sync";
import type * as v from "valibot";

/** One row by id, rows whose field equals a value (or contains it, if it is a list), or a whole table. */
export type LiveRead = {
  [T in OwnerTable]: readonly [T] | readonly [T, string] | readonly [T, keyof OwnerRow<T> & string, string];
}[OwnerTable];

export const RESTORABLE = ["shelves", "categories", "items"] as const satisfies OwnerTable[];
export type RestorableTable = (typeof RESTORABLE)[number];
export const isRestorable = (table: string): table is RestorableTable =>
  (RESTORABLE as readonly string[]).includes(table);

/** A deleted row with what may be restored with it: its shelf, and everything deleted from that shelf. */
export type DeletedRead = readonly ["deleted", RestorableTable, string];

/** A count of a table, or of rows by a field. */
export type CountRead = {
  [T in OwnerTable]: readonly ["count", T] | readonly ["count", T, keyof OwnerRow<T> & string, string];
}[OwnerTable];

export type Read = LiveRead | CountRead | DeletedRead;

/**
 * Rows of one deletion share its name; `deletedAt` is in ms by the host's clock. `wentWithShelf`: only the
 * server sets it.
 */
export type DeletedRow<T extends RestorableTable = RestorableTable> = {
  [K in T]: { table: K; row: OwnerRow<K>; deletion: string; deletedAt: number; wentWithShelf?: boolean };
}[T];

/** Rows and counts include its own writes; rows are in no order. */
export interface Tx {
  get<T extends OwnerTable>(table: T, id: string): OwnerRow<T> | undefined;
  where<T extends OwnerTable>(table: T, field: keyof OwnerRow<T> & string, value: string): OwnerRow<T>[];
  all<T extends OwnerTable>(table: T): OwnerRow<T>[];
  /** A device that replays a change counts from 0. */
  count<T extends OwnerTable>(table: T, field?: keyof OwnerRow<T> & string, value?: string): number;
  put<T extends OwnerTable>(table: T, row: OwnerRow<T>): void;
  delete(table: OwnerTable, id: string): void;
  /** Undefined if this host does not know the deleted row. */
  deleted<T extends RestorableTable>(table: T, id: string): DeletedRow<T> | undefined;
  deletedOn(shelfId: string): DeletedRow<"categories" | "items">[];
}

/** The device's guess, or the server's truth. */
export type Context = {
  /** In ISO 8601, UTC. */
  now: string;
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: boolean;
  /** A device knows only deleted rows that it has stored. */
  knowsAllDeleted: boolean;
  /** The fields of the item of `takesBackFromLink` that its link wrote last; known to the server only. */
  linkWrote?: readonly string[];
};

export interface Mutator<Args = unknown, Input = unknown> {
  /**
   * Rises when arguments change shape or accept more: an older server then waits for its update and rejects
   * no valid change.
   */
  v: number;
  args: v.GenericSchema<Input, Args>;
  /**
   * Upgrades from version n to n + 1, under n, where arguments of version n are not valid as n + 1. Devices
   * replay old entries, so these stay for a year.
   */
  upgrade?: Record<number, (args: unknown) => unknown>;
  reads(args: Args): Read[];
  /** Depend on the results of `reads`. */
  further?: { tables: readonly OwnerTable[]; reads(tx: Tx, args: Args): Read[] };
  /** For very many rows: the server writes parts in their own transactions, and `run` does the rest. */
  parts?(args: Args): Parts;
  /** SHA-256s that the rows will name. A REST write is refused unless they are stored. */
  pictures?(args: Args): string[];
  /** What the author saw, so that a value overwritten unseen can be offered back. */
  saw?(args: Args): Seen | Seen[];
  /** Replaces the ids of merged categories. */
  withCategories?(args: Args, winnerOf: (id: string) => string): Args;
  /** Another device may have deleted them. */
  joins?(args: Args): Joined;
  /**
   * The moved item, with the categories that its author's device knew (`had`): the author gets a notice if
   * the server drops others.
   */
  moves?(args: Args): Moved;
  /** `seen`: the version that the author's device has pulled. A later edit is offered back. */
  deletes?(args: Args): Deletion;
  /** The item whose link's values are taken back. */
  takesBackFromLink?(args: Args): string;
  /**
   * Writes what the server found out about items: no edit, so without a notice, and rejected from a device.
   */
  isServers?: boolean;
  run(tx: Tx, args: Args, context: Context): void;
}

/** `deletesShelf`: the rows belong to that shelf's deletion. */
export type Parts = { read: LiveRead; each(row: OwnerRow): OwnerRow | null; deletesShelf?: string };

export type Joined = { itemId: string; categoryIds: readonly string[] };

/** Without `had` (REST writes) there are no notices. */
export type Moved = { itemId: string; had: readonly string[] | undefined };

/** Without `seen` (as above) there are no notices. */
export type Deletion = { table: OwnerTable; id: string; seen: SeenPoint | undefined };

/** `was`: a row's fields as the author saw them. */
export type Seen = {
  table: OwnerTable;
  id: string;
  was: Readonly<Record<string, unknown>>;
  /** Written by the author's own device, but not shown to the author. */
  unseen?: readonly string[] | undefined;
};

export const mutator = <Args, Input>(definition: Mutator<Args, Input>) => definition;

/** Its default before the first write. The mutator declares `["singles", id]`. */
export function singleIn<I extends SingleRow["id"]>(tx: Tx, id: I): Single<I> {
  const row = tx.get("singles", id);
  return row?.id === id ? (row as Single<I>) : FIRST_SINGLES[id];
}
