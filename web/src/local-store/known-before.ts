/**
 * Tells Dexie what rows were before they are written. Without that, a row that is put may have come from anywhere, and everybody who
 * reads its table by an index is woken: an item whose title was changed had the ids of all ten thousand read anew.
 */
import type { DBCore, DBCoreMutateRequest, DBCoreTable, Middleware } from "dexie";

export const knownBefore: Middleware<DBCore> = {
  stack: "dbcore",
  name: "known-before",
  create: (core) => ({ ...core, table: (name) => (core.table(name).schema.indexes.length > 0 ? asking(core.table(name)) : core.table(name)) }),
};

/** What Dexie has just read for a write it compares, until the next write of the transaction. */
const asking = (table: DBCoreTable): DBCoreTable => ({
  ...table,
  mutate: (request) => (request.type === "put" && request.values.length <= COMPARED_AT_MOST
    ? table.getMany({ trans: request.trans, keys: keysOf(table, request), cache: "immutable" }).then(() => table.mutate(request))
    : table.mutate(request)),
});

/** Of more, Dexie says that all may be another. */
const COMPARED_AT_MOST = 49;

const keysOf = ({ schema }: DBCoreTable, { values }: DBCoreMutateRequest & { type: "put" }): unknown[] =>
  values.map((value) => schema.primaryKey.extractKey?.(value));
