/** The app's store, outbox and sync loop, put together as `OwnerProvider` does. */
import "fake-indexeddb/auto";
import type { Mutation } from "@shelv/mutators/mutations";
import { Dexie } from "dexie";
import { LocalStore } from "web/local-store/local-store";
import { mutate } from "web/outbox/mutate";
import { httpSyncServer } from "web/sync/sync-server";
import { runSync } from "web/sync/run-sync";
import { listenForPokes } from "web/sync/schedule/server-pokes";
import { startSyncLoop, type SyncLoop } from "web/sync/schedule/sync-loop";
import { type BenchChange, SHELF_IDS } from "./offline-changes.ts";
import { readEvents } from "./read-events.ts";
import { type Place, serveDevice } from "./serve-device.ts";

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
    listenForPokes(store.userId, clientId, (body) => started.poked(body));
    loop = started;
  },

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

/**
 * For the sync loop: a visible document, an online network, relative addresses, a cookie, and EventSource.
 */
function becomePage(origin: string, headers: Record<string, string>): void {
  const page = new EventTarget();
  const fetchOfNode = globalThis.fetch;
  const inPage = (path: string, init: RequestInit = {}) =>
    fetchOfNode(new URL(path, origin), {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
  Object.assign(globalThis, {
    fetch: inPage,
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    addEventListener: page.addEventListener.bind(page),
    EventSource: eventSourceOf(origin, headers),
  });
  Object.defineProperty(navigator, "onLine", { value: true });
}

function eventSourceOf(origin: string, headers: Record<string, string>) {
  return class PageEvents extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 0;
    readonly #stop: () => void;

    constructor(address: string) {
      super();
      this.#stop = readEvents(new URL(address, origin), headers, {
        onOpen: () => {
          this.readyState = 1;
          this.dispatchEvent(new Event("open"));
        },
        onEvent: ({ name, data }) => this.dispatchEvent(new MessageEvent(name, { data })),
        onEnd: () => {
          this.readyState = PageEvents.CLOSED;
          this.dispatchEvent(new Event("error"));
        },
      });
    }

    close(): void {
      this.readyState = PageEvents.CLOSED;
      this.#stop();
    }
  };
}
