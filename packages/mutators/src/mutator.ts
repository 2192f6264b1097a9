/**
 * A mutator is a change to an owner's data, written once and run twice: at once on the device that makes it, and again
 * on the server, in the server's order. So it is pure and synchronous: it says beforehand which rows it reads, the host
 * fetches them, and `run` works on those in memory. (An async mutator inside an IndexedDB transaction would let the
 * transaction commit under its feet.) What it throws as a Refusal is a "no" the owner can act on.
 */
import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import type * as v from "valibot";

/** One row by id, the rows whose field has a value (or holds it, where the field is a list), or a whole table. */
export type LiveRead = {
  [T in OwnerTable]: readonly [T] | readonly [T, string] | readonly [T, keyof OwnerRow<T> & string, string];
}[OwnerTable];

/** Tables whose rows can be brought back. */
export const RESTORABLE = ["shelves", "categories", "items"] as const satisfies OwnerTable[];
export type RestorableTable = (typeof RESTORABLE)[number];
export const isRestorable = (table: string): table is RestorableTable =>
  (RESTORABLE as readonly string[]).includes(table);

/** A deleted row with what may have to come back beside it: its shelf, and everything deleted that stood on that shelf. */
export type DeletedRead = readonly ["deleted", RestorableTable, string];

/** How many rows a table has, or those of them whose field has a value. */
export type CountRead = {
  [T in OwnerTable]: readonly ["count", T] | readonly ["count", T, keyof OwnerRow<T> & string, string];
}[OwnerTable];

export type Read = LiveRead | CountRead | DeletedRead;

/** A row that was there. Rows that went in one deletion share its name; `deletedAt` is milliseconds since 1970, by the host's clock. */
export type DeletedRow<T extends RestorableTable = RestorableTable> = {
  [K in T]: { table: K; row: OwnerRow<K>; deletion: string; deletedAt: number };
}[T];

/** What a mutator sees: the rows it declared, with its own writes in them. */
export interface Tx {
  get<T extends OwnerTable>(table: T, id: string): OwnerRow<T> | undefined;
  /** Rows in no particular order. */
  where<T extends OwnerTable>(table: T, field: keyof OwnerRow<T> & string, value: string): OwnerRow<T>[];
  all<T extends OwnerTable>(table: T): OwnerRow<T>[];
  /** How many rows there are, its own writes among them. A device that replays a change does not know, and answers as if there were none before. */
  count<T extends OwnerTable>(table: T, field?: keyof OwnerRow<T> & string, value?: string): number;
  put<T extends OwnerTable>(table: T, row: OwnerRow<T>): void;
  delete(table: OwnerTable, id: string): void;
  /** A deleted row that is known here. */
  deleted<T extends RestorableTable>(table: T, id: string): DeletedRow<T> | undefined;
  /** What is known here of the deleted rows that stood on a shelf. */
  deletedOn(shelfId: string): DeletedRow<"categories" | "items">[];
}

/** The world around a mutator: the device's guess, the server's truth. */
export type Context = {
  /** ISO 8601, UTC. */
  now: string;
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: boolean;
  /** Whether every deleted row that can still come back is known here: on the server. A device knows those that it has held. */
  knowsAllDeleted: boolean;
};

export interface Mutator<Args = unknown, Input = unknown> {
  /**
   * Rises when the arguments change shape, or when more is taken than before: an older server then waits for its update instead of rejecting
   * what a newer device found right. `upgrade` says how older arguments become these, where they are not the same.
   */
  v: number;
  args: v.GenericSchema<Input, Args>;
  /** From the arguments of version `from` to those of `from + 1`. Devices replay old entries too, so these stay. */
  upgrade?: Record<number, (args: unknown) => unknown>;
  reads(args: Args): Read[];
  /** What it reads besides, which depends on what `reads` found, and of which tables that can be. */
  further?: { tables: readonly OwnerTable[]; reads(tx: Tx, args: Args): Read[] };
  /** What it does to the rows of `read`, as far as that can be done to some of them before the rest: where they are very many. */
  parts?(args: Args): Parts;
  /** Pictures that the rows will name: they have to reach the server first. */
  pictures?(args: Args): string[];
  /** What the author of an edit saw in the row that it changes, so that a value overwritten unseen can be offered back. */
  saw?(args: Args): Seen;
  /** The categories that an item is put into, which may be gone by then. */
  joins?(args: Args): Joined;
  run(tx: Tx, args: Args, context: Context): void;
}

/** `deletesShelf`: the rows go in the deletion of that shelf. */
export type Parts = { read: LiveRead; each(row: OwnerRow): OwnerRow | null; deletesShelf?: string };

export type Joined = { itemId: string; categoryIds: readonly string[] };

/** A row, and its fields as somebody saw them. */
export type Seen = { table: OwnerTable; id: string; was: Readonly<Record<string, unknown>> };

export const mutator = <Args, Input>(definition: Mutator<Args, Input>) => definition;
