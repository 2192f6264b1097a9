/** The app's store, outbox and sync loop, put together as `OwnerProvider` does. */
import "fake-indexeddb/auto";
import type { Mutation } from "@shelv/mutators/mutations";
import { Dexie } from "dexie";
import { LocalStore } from "web/local-store/local-store";
import { mutate } from "web/outbox/mutate";
import { httpSyncServer } from "web/sync/sync-server";
import { runSync } from "web/sync/run-sync";
import { listenForPokes } from "web/sync/server-pokes";
import { startSyncLoop, type SyncLoop } from "web/sync/sync-loop";
import type { Place } from "./device-message.ts";
import { type BenchChange, SHELF_IDS } from "./offline-changes.ts";
import { becomePage } from "./page-world.ts";
import { serveDevice } from "./serve-device.ts";

let store: LocalStore;
let loop: SyncLoop | undefined;

serveDevice({
  async open({ origin, headers, userId }: Place) {
    becomePage(origin, headers);
    store = new LocalStore(userId);
    await firstSync();
    if ((await store.shelves.count()) > 0) return;
    for (const id of SHELF_IDS)
      await mutate(store, {
        name: "shelf.create",
        args: { id, name: "Things", description: "", emoji: "📚", position: "a0" },
      });
    await firstSync();
  },

  async make(changes) {
    for (const change of changes) await mutate(store, asMutation(change));
    loop?.changed();
  },

  async goOnline() {
    const clientId = async () => (await store.meta.get("sync"))?.clientId ?? null;
    const started = startSyncLoop(store, httpSyncServer(store.userId), () => undefined);
    listenForPokes(store.userId, clientId, (news) => started.poked(news));
    loop = started;
  },

  /** Live queries listen to it. */
  onRemoteChange(listener) {
    Dexie.on("storagemutated", (parts) => {
      if (Object.keys(parts).some((part) => part.endsWith("/items/"))) listener();
    });
  },
  countItems: () => store.items.count(),
  titles: async () => new Map((await store.items.toArray()).map(({ id, title }) => [id, title])),
  titleOf: async (id) => (await store.items.get(id))?.title,
});

async function firstSync(): Promise<void> {
  const outcome = await runSync(store, httpSyncServer(store.userId));
  if (outcome !== "synced") throw new Error(`The first exchange ended with ${outcome}`);
}

function asMutation(change: BenchChange): Mutation {
  if (change.do === "create") {
    return {
      name: "item.create",
      args: { ...change.item, picture: null, cutout: null, showsCutout: false, categoryIds: [] },
    };
  }
  return {
    name: "item.update",
    args: { id: change.id, patch: { title: change.title }, was: { title: change.was } },
  };
}
