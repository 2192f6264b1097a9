import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openGlobalStore } from "#local-store/testing/open-test-store";
import { cachedQuery, prefetchQuery } from "#local-store/live-query/query-cache";
import { LazyStore, readStore } from "./lazy-store";
import type { LocalStore } from "#local-store/local-store";
import { databaseName } from "#local-store/schema";
import { itemsOfShelf, shelvesInOrder } from "#local-store/queries";
import { readMeta, writeMeta } from "#local-store/sync-meta";

const screen = vi.hoisted((): { show: () => void; shown: Promise<void> } => ({
  show: () => undefined,
  shown: Promise.resolve(),
}));
vi.mock("#boot/first-screen", () => ({
  get firstScreen() {
    return screen.shown;
  },
}));

const shelf = (id: string) => ({ id, name: id, description: "", emoji: "", position: id, createdAt: "2026" });

let userId: string;
beforeEach(async () => {
  userId = crypto.randomUUID();
  screen.shown = new Promise((resolve) => (screen.show = resolve));
  const before = await openGlobalStore(userId);
  await before.shelves.add(shelf("books"));
  before.close();
});

function lazyStore() {
  const store = new LazyStore(userId);
  onTestFinished(async () => (await store.loaded()).close());
  return store;
}

test("a boot query has a result before the store is loaded, and follows the store after the first screen", async () => {
  const store = lazyStore();
  await prefetchQuery(store, shelvesInOrder);
  expect(cachedQuery(store, shelvesInOrder, []).result).toEqual({ value: [shelf("books")] });
  onTestFinished(cachedQuery(store, shelvesInOrder, []).subscribe(() => undefined));
  await vi.dynamicImportSettled();
  expect(store.here).toBeNull();
  screen.show();
  const loaded = await store.loaded();
  expect(store.here).toBe(loaded);
  await loaded.shelves.add(shelf("mugs"));
  await vi.waitFor(() =>
    expect(cachedQuery(store, shelvesInOrder, []).result).toEqual({ value: [shelf("books"), shelf("mugs")] }),
  );
});

test("a query that is not a boot query loads the store at once, and so does a boot query on a device without data", async () => {
  const store = lazyStore();
  onTestFinished(cachedQuery(store, itemsOfShelf, ["books"]).subscribe(() => undefined));
  await vi.waitFor(() => expect(cachedQuery(store, itemsOfShelf, ["books"]).result).toEqual({ value: [] }));
  userId = crypto.randomUUID();
  const empty = lazyStore();
  await prefetchQuery(empty, shelvesInOrder);
  expect(cachedQuery(empty, shelvesInOrder, []).result).toEqual({ value: [] });
  expect(empty.here).not.toBeNull();
});

test("a store that another tab deletes before it is loaded stays closed", async () => {
  const store = lazyStore();
  const hears = vi.fn<() => void>();
  store.onGone(hears);
  await store.bootReader();
  await Dexie.delete(databaseName(userId));
  expect(store.isGone).toBe(true);
  expect(hears).toHaveBeenCalledOnce();
  const loaded = await store.loaded();
  expect(loaded.isGone).toBe(true);
  await expect(loaded.shelves.count()).rejects.toThrow(/clos/i);
  expect(await Dexie.exists(databaseName(userId))).toBe(false);
});

test("a store that is deleted as soon as it is loaded is not opened again", async () => {
  const store = lazyStore();
  await store.bootReader();
  const loaded = await store.loaded();
  await Dexie.delete(databaseName(userId));
  expect(loaded.isGone).toBe(true);
  await expect(loaded.shelves.count()).rejects.toThrow(/clos/i);
  expect(await Dexie.exists(databaseName(userId))).toBe(false);
});

test("a result stays if the browser clears its storage before the store is loaded", async () => {
  const before = await openGlobalStore(userId);
  await before.transaction("rw", before.meta, async () =>
    writeMeta(before, { ...(await readMeta(before)), lastSyncAt: 1 }),
  );
  before.close();
  const store = lazyStore();
  await prefetchQuery(store, shelvesInOrder);
  onTestFinished(cachedQuery(store, shelvesInOrder, []).subscribe(() => undefined));
  const clearing = await openGlobalStore(userId);
  await Promise.all(clearing.tables.map((table) => table.clear()));
  clearing.close();
  screen.show();
  const loaded = await store.loaded();
  await loaded.open();
  expect(loaded.isEmptied).toBe(true);
  onTestFinished(cachedQuery(store, itemsOfShelf, ["books"]).subscribe(() => undefined));
  await vi.waitFor(() => expect(cachedQuery(store, itemsOfShelf, ["books"]).result).toEqual({ value: [] }));
  expect(cachedQuery(store, shelvesInOrder, []).result).toEqual({ value: [shelf("books")] });
});

test("a later deletion is reported once, and the reader's connection does not block it", async () => {
  const store = lazyStore();
  await store.bootReader();
  const loaded = await store.loaded();
  await loaded.open();
  expect(await store.bootReader()).toBeNull();
  const hears = vi.fn<() => void>();
  store.onGone(hears);
  await Dexie.delete(loaded.name);
  expect(hears).toHaveBeenCalledOnce();
});

test("the loaded store has the same query cache", async () => {
  const store = lazyStore();
  await prefetchQuery(store, shelvesInOrder);
  expect((await store.loaded()).queryCache).toBe(store.queryCache);
});

test("a boot query is read before the store is loaded, and anything else waits for the store", async () => {
  const store = lazyStore();
  const ids = async (of: Pick<LocalStore, "shelves">) => (await of.shelves.toArray()).map(({ id }) => id);
  expect((await readStore(store, shelvesInOrder)).map(({ id }) => id)).toEqual(["books"]);
  expect(store.here).toBeNull();
  expect(await readStore(store, ids)).toEqual(["books"]);
  expect(store.here).not.toBeNull();
  await readStore(store, (of) => of.shelves.add(shelf("mugs")));
  expect((await readStore(store, shelvesInOrder)).map(({ id }) => id)).toEqual(["books", "mugs"]);
});

test("a read rejects if the store was deleted", async () => {
  const store = lazyStore();
  await store.loaded();
  (await store.loaded()).end();
  await expect(readStore(store, (of) => of.shelves.count())).rejects.toMatchObject({
    name: "DatabaseClosedError",
  });
});
