/** TinyBase in memory: a mergeable store and its WebSocket synchronizer. */
import { serveDevice } from "@shelv/sync-bench/serve-device";
import { createMergeableStore } from "tinybase";
import { createWsSynchronizer } from "tinybase/synchronizers/synchronizer-ws-client";
import { WebSocket } from "ws";

const TABLE = "items";
/** Ten thousand rows need longer than the default second. */
const SYNC_TIMEOUT_S = 60;

const store = createMergeableStore();
let address: string;
let tellNews = () => {};
store.addDidFinishTransactionListener(() => tellNews());

serveDevice({
  async open({ origin }) {
    address = `${origin.replace("http", "ws")}/items`;
  },

  async make(changes) {
    for (const change of changes) {
      if (change.do === "create") store.setRow(TABLE, change.item.id, { ...change.item });
      else store.setCell(TABLE, change.id, "title", change.title);
    }
  },

  async goOnline() {
    const synchronizer = await createWsSynchronizer(store, new WebSocket(address), SYNC_TIMEOUT_S);
    await synchronizer.startSync();
  },

  onRemoteChange(listener) {
    tellNews = listener;
  },
  countItems: async () => store.getRowCount(TABLE),
  titles: async () => new Map(store.getRowIds(TABLE).map((id) => [id, store.getCell(TABLE, id, "title") as string])),
  titleOf: async (id) => store.getCell(TABLE, id, "title") as string | undefined,
});
