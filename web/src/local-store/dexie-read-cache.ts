/**
 * Dexie compares a row that is put with what it was, where a read of it was kept for that: then it wakes those alone for whom something is
 * another. Otherwise the row may have come from anywhere, and everybody who reads its table by an index is woken: an item whose title
 * was changed had the ids of all ten thousand read anew. Whoever puts a row here has just read it, so no read is needed beside it. A kept
 * read holds until the next put or delete of its transaction: what was read as missing is put then, never added.
 */
import type { DBCore, Middleware } from "dexie";

export const knownBefore: Middleware<DBCore> = {
  stack: "dbcore",
  name: "known-before",
  create: (core) => ({
    ...core,
    table(name) {
      const table = core.table(name);
      if (table.schema.indexes.length === 0) return table;
      return {
        ...table,
        getMany: (request) => table.getMany({ ...request, cache: request.cache ?? "immutable" }),
      };
    },
  }),
};
