/**
 * A mutator is a change to an owner's data, written once and run twice: at once on the device that makes it, and again
 * on the server, in the server's order. So it is pure and synchronous: it says beforehand which rows it reads, the host
 * fetches them, and `run` works on those in memory. (An async mutator inside an IndexedDB transaction would let the
 * transaction commit under its feet.) What it throws as a Refusal is a "no" the owner can act on.
 */
import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import type * as v from "valibot";

/** One row by id, the rows whose field has a value, or a whole table. */
export type Read = { [T in OwnerTable]: readonly [T] | readonly [T, string] | readonly [T, keyof OwnerRow<T> & string, string] }[OwnerTable];

/** What a mutator sees: the rows it declared, with its own writes in them. */
export interface Tx {
  get<T extends OwnerTable>(table: T, id: string): OwnerRow<T> | undefined;
  /** Rows in no particular order. */
  where<T extends OwnerTable>(table: T, field: keyof OwnerRow<T> & string, value: string): OwnerRow<T>[];
  all<T extends OwnerTable>(table: T): OwnerRow<T>[];
  put<T extends OwnerTable>(table: T, row: OwnerRow<T>): void;
  delete(table: OwnerTable, id: string): void;
}

/** The world around a mutator: the device's guess, the server's truth. */
export type Context = {
  /** ISO 8601, UTC. */
  now: string;
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: boolean;
};

export interface Mutator<Args = unknown, Input = unknown> {
  /** Rises when the arguments change shape; `upgrade` then says how older ones become these. */
  v: number;
  args: v.GenericSchema<Input, Args>;
  /** From the arguments of version `from` to those of `from + 1`. Devices replay old entries too, so these stay. */
  upgrade?: Record<number, (args: unknown) => unknown>;
  reads(args: Args): Read[];
  /** Pictures that the rows will name: they have to reach the server first. */
  pictures?(args: Args): string[];
  run(tx: Tx, args: Args, context: Context): void;
}

export const mutator = <Args, Input>(definition: Mutator<Args, Input>) => definition;
