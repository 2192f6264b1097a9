/** PouchDB on IndexedDB, with live replication in both directions (a long poll for remote changes). */
import "fake-indexeddb/auto";
import type { BenchItem } from "@shelv/sync-bench/offline-changes";
import { serveDevice } from "@shelv/sync-bench/serve-device";
import PouchDB from "pouchdb";
import indexedDBAdapter from "pouchdb-adapter-indexeddb";

const BATCH = 1000;

let remote: string;
let db: PouchDB.Database<Omit<BenchItem, "id">>;
let tellNews = () => {};

PouchDB.plugin(indexedDBAdapter);

serveDevice({
  async open({ origin }) {
    remote = `${origin}/items`;
    db = new PouchDB("bench", { adapter: "indexeddb" });
    await db.info();
    // Creates the database on the server, if it does not exist.
    await new PouchDB(remote).info();
  },

  async make(changes) {
    for (const change of changes) {
      if (change.do === "create") {
        const { id: _id, ...fields } = change.item;
        await db.put({ _id, ...fields });
      } else await db.put({ ...(await db.get(change.id)), title: change.title });
    }
  },

  async goOnline() {
    const options = { live: true, retry: true, batch_size: BATCH };
    db.replicate.to(remote, options);
    db.replicate.from(remote, options).on("change", () => tellNews());
  },

  onRemoteChange(listener) {
    tellNews = listener;
  },
  countItems: async () => (await db.info()).doc_count,
  titles: async () => new Map((await db.allDocs({ include_docs: true })).rows.map(({ id, doc }) => [id, doc?.title ?? ""] as const)),
  titleOf: (id) => db.get(id).then(({ title }) => title, () => undefined),
});
