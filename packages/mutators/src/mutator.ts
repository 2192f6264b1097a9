/**
 * A mutator is a change to an owner's data, written once and run twice: at once on the device, and again on
 * the server in the server's order. So it is pure and synchronous: it declares the rows it reads, the host
 * fetches them, and `run` works on them in memory. (An async mutator inside an IndexedDB transaction would
 * let the transaction commit too early.) A Refusal that it throws is a rejection the owner can act on.
 */
import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import type { SeenPoint } from "@shelv/contract/sync";
import type * as v from "valibot";

/**
 * One row by id, the rows whose field equals a value (or contains it, if the field is a list), or a whole
 * table.
 */
export type LiveRead = {
  [T in OwnerTable]: readonly [T] | readonly [T, string] | readonly [T, keyof OwnerRow<T> & string, string];
}[OwnerTable];

/** Tables whose rows can be restored. */
export const RESTORABLE = ["shelves", "categories", "items"] as const satisfies OwnerTable[];
export type RestorableTable = (typeof RESTORABLE)[number];
export const isRestorable = (table: string): table is RestorableTable =>
  (RESTORABLE as readonly string[]).includes(table);

/**
 * A deleted row with what may have to be restored with it: its shelf, and everything deleted from that shelf.
 */
export type DeletedRead = readonly ["deleted", RestorableTable, string];

/** The number of rows in a table, or of those whose field equals a value. */
export type CountRead = {
  [T in OwnerTable]: readonly ["count", T] | readonly ["count", T, keyof OwnerRow<T> & string, string];
}[OwnerTable];

export type Read = LiveRead | CountRead | DeletedRead;

/**
 * A deleted row. Rows of one deletion share its name; `deletedAt` is milliseconds since 1970 by the host's
 * clock.
 * `wentWithShelf`: the row was deleted with its shelf. Only the server sets it.
 */
export type DeletedRow<T extends RestorableTable = RestorableTable> = {
  [K in T]: { table: K; row: OwnerRow<K>; deletion: string; deletedAt: number; wentWithShelf?: boolean };
}[T];

/** What a mutator sees: the rows it declared, including its own writes. */
export interface Tx {
  get<T extends OwnerTable>(table: T, id: string): OwnerRow<T> | undefined;
  /** Rows in no particular order. */
  where<T extends OwnerTable>(table: T, field: keyof OwnerRow<T> & string, value: string): OwnerRow<T>[];
  all<T extends OwnerTable>(table: T): OwnerRow<T>[];
  /**
   * The number of rows, including its own writes. A device that replays a change does not know it, and counts
   * from 0.
   */
  count<T extends OwnerTable>(table: T, field?: keyof OwnerRow<T> & string, value?: string): number;
  put<T extends OwnerTable>(table: T, row: OwnerRow<T>): void;
  delete(table: OwnerTable, id: string): void;
  /** A deleted row, if known here. */
  deleted<T extends RestorableTable>(table: T, id: string): DeletedRow<T> | undefined;
  /** The known deleted rows of a shelf. */
  deletedOn(shelfId: string): DeletedRow<"categories" | "items">[];
}

/** A mutator's environment: the device's guess, or the server's truth. */
export type Context = {
  /** ISO 8601, UTC. */
  now: string;
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: boolean;
  /**
   * Whether every restorable deleted row is known: true on the server; a device knows only rows that it has
   * stored.
   */
  knowsAllDeleted: boolean;
};

export interface Mutator<Args = unknown, Input = unknown> {
  /**
   * Rises when the arguments change shape or accept more: an older server then waits for its update instead
   * of rejecting a newer device's valid change. `upgrade` converts older arguments where needed.
   */
  v: number;
  args: v.GenericSchema<Input, Args>;
  /**
   * From the arguments of version `from` to those of `from + 1`. Devices also replay old entries, so these
   * stay.
   */
  upgrade?: Record<number, (args: unknown) => unknown>;
  reads(args: Args): Read[];
  /** Further reads that depend on the results of `reads`, and their possible tables. */
  further?: { tables: readonly OwnerTable[]; reads(tx: Tx, args: Args): Read[] };
  /** How to process the rows of `read` in batches when there are very many. */
  parts?(args: Args): Parts;
  /** Pictures that the rows will name: they are uploaded first. */
  pictures?(args: Args): string[];
  /**
   * The values that an edit's author saw in the row, so that a value overwritten unseen can be offered back.
   */
  saw?(args: Args): Seen | Seen[];
  /** The arguments with each category id replaced by the id of the category that it was merged into. */
  withCategories?(args: Args, winnerOf: (id: string) => string): Args;
  /** The categories that an item joins, which may be deleted by then. */
  joins?(args: Args): Joined;
  /** The categories of a moved item on the author's device: the author knows that these may be dropped. */
  moves?(args: Args): Moved;
  /** What it deletes, and what its author's device had seen by then, so that a later edit can be offered back. */
  deletes?(args: Args): Deletion;
  run(tx: Tx, args: Args, context: Context): void;
}

/** `deletesShelf`: the rows belong to the deletion of that shelf. */
export type Parts = { read: LiveRead; each(row: OwnerRow): OwnerRow | null; deletesShelf?: string };

export type Joined = { itemId: string; categoryIds: readonly string[] };

/** `had` is missing from REST writes and older devices: they get no notices. */
export type Moved = { itemId: string; had: readonly string[] | undefined };

/** `seen` is missing from REST writes and older devices: they get no notices. */
export type Deletion = { table: OwnerTable; id: string; seen: SeenPoint | undefined };

/** A row, and its fields as the author saw them. */
export type Seen = {
  table: OwnerTable;
  id: string;
  was: Readonly<Record<string, unknown>>;
  /** Fields that the author's own device wrote without showing them to the author. */
  unseen?: readonly string[] | undefined;
};

export const mutator = <Args, Input>(definition: Mutator<Args, Input>) => definition;
