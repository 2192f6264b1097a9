import type { LocalStore } from "web/local-store/local-store";
import { type SyncMeta, VIEW_SCHEMA } from "web/local-store/schema";
import { faults } from "./faults/faults.ts";

type Middleware = Parameters<LocalStore["use"]>[0];
type Change = (meta: SyncMeta) => SyncMeta;

export function withMeta(store: LocalStore, name: string, on: { read: Change; write: Change }): LocalStore {
  store.use(middleware(name, on));
  return store;
}

export const withBrokenMeta = (store: LocalStore): LocalStore =>
  withMeta(store, "broken", {
    read: (meta) => (faults.has("other-builds-rows-stay") ? { ...meta, viewSchema: VIEW_SCHEMA } : meta),
    write: (meta) => (faults.has("revision-stays") ? { ...meta, revision: 0 } : meta),
  });

const middleware = (name: string, on: { read: Change; write: Change }): Middleware => ({
  stack: "dbcore",
  name,
  create: (core) => ({
    ...core,
    table(tableName) {
      const table = core.table(tableName);
      if (tableName !== "meta") return table;
      const read = (meta: SyncMeta | undefined) => meta && on.read(meta);
      return {
        ...table,
        get: (request) => table.get(request).then(read),
        getMany: (request) =>
          table.getMany(request).then((rows) => (rows as (SyncMeta | undefined)[]).map(read)),
        mutate: (request) =>
          table.mutate(
            request.type === "add" || request.type === "put"
              ? { ...request, values: (request.values as SyncMeta[]).map(on.write) }
              : request,
          ),
      };
    },
  }),
});
