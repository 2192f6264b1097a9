declare module "express-pouchdb" {
  import type { RequestHandler } from "express";
  export default function expressPouchDB(db: unknown, options: { mode: "minimumForPouchDB" }): RequestHandler;
}

declare module "pouchdb-adapter-indexeddb" {
  const plugin: PouchDB.Plugin;
  export default plugin;
}
