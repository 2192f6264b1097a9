/**
 * Lets Dexie keep each read of a transaction. When a row is put, Dexie compares it with its cached read and
 * wakes only the live queries whose result can differ. Without a cached read, the row may come from anywhere,
 * and Dexie wakes every query on an index of the table: one changed title reread the ids of ten thousand
 * items. A row is put here right after it was read, so this costs no extra read. A cached read is valid until
 * the next put or delete of its transaction: a row that was read as missing is put then, never added.
 */
import type { DBCore, Middleware } from "dexie";

export const dexieReadCache: Middleware<DBCore> = {
  stack: "dbcore",
  name: "read-cache",
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
