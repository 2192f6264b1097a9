import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { cachedQuery, prefetchQuery } from "#local-store/query-cache";
import { LazyStore } from "./lazy-store";
import { databaseName } from "#local-store/schema";
import { itemsOfShelf, shelvesInOrder } from "#local-store/queries";
import { readMeta, writeMeta } from "#local-store/sync-meta";

const screen = vi.hoisted((): { stands: () => void; isThere: Promise<void> } => ({
  stands: () => undefined,
  isThere: Promise.resolve(),
}));
vi.mock("#boot/first-screen", () => ({
  get firstScreen() {
    return screen.isThere;
  },
}));

const shelf = (id: string) => ({ id, name: id, description: "", emoji: "", position: id, createdAt: "2026" });

/** A device that has had the account before, and a page that is about to draw its first screen. */
let userId: string;
beforeEach(async () => {
  userId = crypto.randomUUID();
  screen.isThere = new Promise((resolve) => (screen.stands = resolve));
  const before = openTestStore({ userId, indexedDB });
  await before.shelves.add(shelf("books"));
  before.close();
});

function lazyStore() {
  const store = new LazyStore(userId);
  onTestFinished(async () => (await store.loaded()).close());
  return store;
}

test("what a first screen asks is answered without the store, which follows once that stands", async () => {
  const store = lazyStore();
  await prefetchQuery(store, shelvesInOrder);
  expect(cachedQuery(store, shelvesInOrder, []).result).toEqual({ value: [shelf("books")] });
  onTestFinished(cachedQuery(store, shelvesInOrder, []).subscribe(() => undefined));
  await vi.dynamicImportSettled();
  expect(store.here).toBeNull();
  screen.stands();
  const loaded = await store.loaded();
  expect(store.here).toBe(loaded);
  await loaded.shelves.add(shelf("mugs"));
  await vi.waitFor(() =>
    expect(cachedQuery(store, shelvesInOrder, []).result).toEqual({ value: [shelf("books"), shelf("mugs")] }),
  );
});

test("what no first screen asks has the store come at once, and so has a device that has nothing", async () => {
  const store = lazyStore();
  onTestFinished(cachedQuery(store, itemsOfShelf, ["books"]).subscribe(() => undefined));
  await vi.waitFor(() => expect(cachedQuery(store, itemsOfShelf, ["books"]).result).toEqual({ value: [] }));
  userId = crypto.randomUUID();
  const empty = lazyStore();
  await prefetchQuery(empty, shelvesInOrder);
  expect(cachedQuery(empty, shelvesInOrder, []).result).toEqual({ value: [] });
  expect(empty.here).not.toBeNull();
});

test("a store that another tab deletes before it has come is gone, and stays so", async () => {
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

test("nor is one opened again that is deleted just when it has come", async () => {
  const store = lazyStore();
  await store.bootReader();
  const loaded = await store.loaded();
  await Dexie.delete(databaseName(userId));
  expect(loaded.isGone).toBe(true);
  await expect(loaded.shelves.count()).rejects.toThrow(/clos/i);
  expect(await Dexie.exists(databaseName(userId))).toBe(false);
});

test("what was read stands where the browser clears its storage before the store has come", async () => {
  const before = openTestStore({ userId, indexedDB });
  await before.transaction("rw", before.meta, async () =>
    writeMeta(before, { ...(await readMeta(before)), lastSyncAt: 1 }),
  );
  before.close();
  const store = lazyStore();
  await prefetchQuery(store, shelvesInOrder);
  onTestFinished(cachedQuery(store, shelvesInOrder, []).subscribe(() => undefined));
  const clearing = openTestStore({ userId, indexedDB });
  await Promise.all(clearing.tables.map((table) => table.clear()));
  clearing.close();
  screen.stands();
  const loaded = await store.loaded();
  await loaded.open();
  expect(loaded.isEmptied).toBe(true);
  // What is asked after it is answered after it.
  onTestFinished(cachedQuery(store, itemsOfShelf, ["books"]).subscribe(() => undefined));
  await vi.waitFor(() => expect(cachedQuery(store, itemsOfShelf, ["books"]).result).toEqual({ value: [] }));
  expect(cachedQuery(store, shelvesInOrder, []).result).toEqual({ value: [shelf("books")] });
});

test("one that is deleted later tells the same, once, and what was opened for reading is in nobody's way", async () => {
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

test("the answers go along: what is written is shown to whoever was answered before", async () => {
  const store = lazyStore();
  await prefetchQuery(store, shelvesInOrder);
  expect((await store.loaded()).queryCache).toBe(store.queryCache);
});
