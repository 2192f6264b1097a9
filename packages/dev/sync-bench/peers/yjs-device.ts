/** Yjs in memory with y-websocket: a map of items, each a map of its fields. */
import { serveDevice } from "@shelv/sync-bench/serve-device";
import { WebSocket } from "ws";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";

const doc = new Y.Doc();
const items = doc.getMap<Y.Map<string>>("items");
let address: string;

serveDevice({
  async open({ origin }) {
    address = origin.replace("http", "ws");
  },

  async make(changes) {
    for (const change of changes) {
      if (change.do === "create") items.set(change.item.id, new Y.Map<string>(Object.entries(change.item)));
      else items.get(change.id)?.set("title", change.title);
    }
  },

  async goOnline() {
    // The devices are not two tabs: everything goes through the server.
    new WebsocketProvider(address, "items", doc, { WebSocketPolyfill: WebSocket as unknown as typeof globalThis.WebSocket, disableBc: true });
  },

  onRemoteChange(listener) {
    doc.on("afterAllTransactions", listener);
  },
  countItems: async () => items.size,
  titles: async () => new Map([...items].map(([id, item]) => [id, item.get("title") ?? ""])),
  titleOf: async (id) => items.get(id)?.get("title"),
});
