/** RxDB on its Dexie storage, with HTTP replication as its documentation describes. */
import "fake-indexeddb/auto";
import type { BenchItem } from "@shelv/sync-bench/offline-changes";
import { readEvents } from "@shelv/sync-bench/read-events";
import { serveDevice } from "@shelv/sync-bench/serve-device";
import { createRxDatabase, type RxCollection, type RxReplicationPullStreamItem } from "rxdb";
import { replicateRxCollection } from "rxdb/plugins/replication";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { Subject } from "rxjs";

type Checkpoint = { version: number };
type Pulled = { checkpoint: Checkpoint; documents: (BenchItem & { _deleted: boolean })[] };

const BATCH = 1000;
const text = { type: "string" } as const;

let origin: string;
let items: RxCollection<BenchItem>;
let tellNews = () => {};

// RxDB advertises its paid storages at each start.
console.warn = () => undefined;

serveDevice({
  async open(place) {
    origin = place.origin;
    const db = await createRxDatabase({ name: "bench", storage: getRxStorageDexie(), multiInstance: false });
    const properties = {
      id: { type: "string", maxLength: 36 }, shelfId: { type: "string", maxLength: 36 },
      title: text, url: text, description: text, price: text, emoji: text, position: text,
    } as const;
    ({ items } = await db.addCollections({
      items: { schema: { version: 0, primaryKey: "id", type: "object", properties, required: ["id", "shelfId"], indexes: ["shelfId"] } },
    }));
    items.eventBulks$.subscribe(() => tellNews());
  },

  async make(changes) {
    // Each item is one document to push, whatever the number of its changes.
    for (const change of changes) {
      if (change.do === "create") await items.insert(change.item);
      else await (await items.findOne(change.id).exec())?.incrementalPatch({ title: change.title });
    }
  },

  async goOnline() {
    const stream = new Subject<RxReplicationPullStreamItem<BenchItem, Checkpoint>>();
    replicateRxCollection<BenchItem, Checkpoint>({
      collection: items,
      replicationIdentifier: "bench-http",
      live: true,
      waitForLeadership: false,
      pull: {
        batchSize: BATCH,
        handler: async (checkpoint, limit) =>
          (await (await fetch(`${origin}/pull?since=${checkpoint?.version ?? 0}&limit=${limit}`)).json()) as Pulled,
        stream$: stream.asObservable(),
      },
      push: {
        batchSize: BATCH,
        handler: async (rows) => (await (await fetch(`${origin}/push`, { method: "POST", body: JSON.stringify(rows) })).json()) as Pulled["documents"],
      },
    });
    listen(stream);
  },

  onRemoteChange(listener) {
    tellNews = listener;
  },
  countItems: () => items.count().exec(),
  titles: async () => new Map((await items.find().exec()).map(({ id, title }) => [id, title])),
  titleOf: async (id) => (await items.findOne(id).exec())?.title,
});

function listen(stream: Subject<RxReplicationPullStreamItem<BenchItem, Checkpoint>>): void {
  readEvents(`${origin}/stream`, {}, {
    onOpen: () => stream.next("RESYNC"),
    onEvent: ({ data }) => stream.next(JSON.parse(data) as Pulled),
    onEnd: () => console.error("The stream of documents has ended"),
  });
}
