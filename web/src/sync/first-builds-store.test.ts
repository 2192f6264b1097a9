/** A database of the first build, made by hand, under the app of today. */
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { confirmedRows } from "#local-store/before-images";
import { databaseName, VIEW_SCHEMA } from "#local-store/schema";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import { accountOf, hasCompletedSetup, itemsOfShelf, pendingCount, profileOf } from "#local-store/queries";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "#outbox/mutate";
import { nextRequest } from "./next-request";

const [shelfId, itemId, clientId] = [newId(), newId(), newId()];
const item = {
  id: itemId,
  shelfId,
  title: "Mug",
  url: "https://example.com/",
  description: "",
  price: "",
  emoji: "",
  picture: null,
  position: "a0",
};

const VERSIONS: Record<string, string | null>[] = [
  {
    shelves: "id",
    items: "id, shelfId",
    singles: "id",
    base: "[table+id]",
    outbox: "mid",
    rejected: "opId",
    pictures: "sha256",
    meta: "key",
  },
  { categories: "id, shelfId", socialLinks: "id", items: "id, shelfId, *categoryIds" },
  { notices: "id", trash: "[table+id], shelfId, at" },
  { items: "id, [shelfId+position], *categoryIds", lastKnown: "key" },
  { outbox: null, changes: "++mid" },
];

const openFirstBuilds = (fill: (old: Dexie) => Promise<unknown>) => openOlder(1, fill);

async function openOlder(version: number, fill: (old: Dexie) => Promise<unknown>): Promise<LocalStore> {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie(databaseName("ada"), options);
  for (const [at, stores] of VERSIONS.slice(0, version).entries()) old.version(at + 1).stores(stores);
  await fill(old);
  old.close();
  return openTestStore({ indexedDB: options.indexedDB });
}

test("a store of the first build opens offline with all its rows, and its pending changes are sent with new ones", async () => {
  const store = await openFirstBuilds(async (old) => {
    const change = { v: 1, pictures: [], at: 1 };
    await old.table("meta").add({
      key: "sync",
      clientId,
      epoch: "e",
      cursor: 7,
      nextMid: 6,
      lastMid: 3,
      viewSchema: 1,
      stuck: null,
      lastSyncAt: 1,
    });
    await old
      .table("shelves")
      .add({ id: shelfId, name: "Books", description: "", emoji: "📚", position: "a0", createdAt: "2026" });
    await old.table("items").add({ ...item, createdAt: "2026" });
    await old.table("singles").bulkAdd([
      { id: "account", username: "ada" },
      { id: "profile", displayName: "Ada", bio: "", picture: null },
    ]);
    await old.table("base").bulkAdd([
      { table: "items", id: itemId, row: null },
      { table: "singles", id: "profile", row: null },
    ]);
    await old.table("outbox").bulkAdd([
      { ...change, mid: 4, opId: newId(), name: "item.create", args: item, rows: [itemId] },
      {
        ...change,
        mid: 5,
        opId: newId(),
        name: "profile.update",
        args: { patch: { displayName: "Ada" }, was: {} },
        rows: ["profile"],
      },
    ]);
  });
  expect(await itemsOfShelf(store, shelfId)).toEqual([
    { ...item, createdAt: "2026", cutout: null, showsCutout: false, categoryIds: [] },
  ]);
  expect(await profileOf(store)).toEqual({ ...FIRST_SINGLES.profile, displayName: "Ada" });
  expect(await accountOf(store)).toEqual({ ...FIRST_SINGLES.account, username: "ada" });
  expect(await hasCompletedSetup(store)).toBe(true);

  await mutate(store, {
    name: "item.update",
    args: { id: itemId, patch: { title: "Cup" }, was: { title: "Mug" } },
  });
  expect(await pendingCount(store)).toBe(3);
  expect([(await store.outbox.toCollection().last())?.mid, await store.meta.get("sync")]).toEqual([
    6,
    expect.not.objectContaining({ nextMid: 6 }),
  ]);
  // The device pulls all rows before it pushes.
  expect((await nextRequest(store)).request).toMatchObject({
    clientId,
    epoch: null,
    cursor: 0,
    pull: true,
    mutations: [],
  });
});

test("a number that was acknowledged and pruned is not given again", async () => {
  const store = await openFirstBuilds((old) =>
    old.table("meta").add({
      key: "sync",
      clientId,
      epoch: "e",
      cursor: 7,
      nextMid: 6,
      lastMid: 5,
      viewSchema: 1,
      stuck: null,
      lastSyncAt: 1,
    }),
  );
  await mutate(store, {
    name: "shelf.create",
    args: { id: shelfId, name: "Books", description: "", emoji: "📚", position: "a0" },
  });
  expect(await store.outbox.toCollection().primaryKeys()).toEqual([6]);
  expect(await pendingCount(store)).toBe(1);
});

test("a store of the first build that never synced does not say whether the setup is done", async () => {
  const store = await openFirstBuilds((old) => old.open());
  expect(await hasCompletedSetup(store)).toBeNull();
});

test.each([1, 2, 3, 4])(
  "a store of version %i becomes like a new one, with its rows and pending changes",
  async (version) => {
    const store = await openOlder(version, async (old) => {
      await old.table("meta").add({
        key: "sync",
        clientId,
        epoch: "e",
        cursor: 7,
        nextMid: 2,
        lastMid: 0,
        viewSchema: 1,
        stuck: null,
        lastSyncAt: 1,
      });
      await old.table("items").add(item);
      await old.table("outbox").add({
        v: 1,
        pictures: [],
        at: 1,
        mid: 1,
        opId: newId(),
        name: "item.create",
        args: item,
        rows: [itemId],
      });
    });
    const fresh = openTestStore({ userId: "grace" });
    await Promise.all([store.open(), fresh.open()]);
    expect(storesOf(store)).toEqual(storesOf(fresh));
    expect((await itemsOfShelf(store, shelfId)).map(({ title }) => title)).toEqual(["Mug"]);
    expect((await store.outbox.toArray()).map(({ mid, name }) => [mid, name])).toEqual([[1, "item.create"]]);
  },
);

test.each([
  ["with the first pending change, which has them as before-images from then on", 3],
  ["with a new pull, where no change is pending", 4],
])("the confirmed rows of version 5 come along %s", async (_, lastMid) => {
  const row = (name: string) => ({
    id: name,
    name,
    description: "",
    emoji: "",
    position: "a0",
    createdAt: "",
  });
  const [base, before] = [
    { table: "shelves", id: "one", row: row("one") },
    { table: "shelves", id: "two", row: null },
  ];
  const store = await openOlder(5, async (old) => {
    const meta = {
      key: "sync",
      clientId,
      epoch: "e",
      cursor: 7,
      lastMid,
      baseUpTo: 3,
      viewSchema: VIEW_SCHEMA,
    };
    await old.table("meta").add({ ...meta, stuck: null, lastSyncAt: 1, owed: [] });
    await old.table("base").add(base);
    const change = { name: "shelf.update", v: 1, args: {}, pictures: [], rows: [], at: 1 };
    await old.table("changes").bulkAdd([
      { ...change, mid: 3, opId: "three", before: [{ ...before, row: row("stale") }] },
      { ...change, mid: 4, opId: "four", before: [before] },
    ]);
  });
  const meta = await store.meta.get("sync");
  const pending = await store.outbox
    .where("mid")
    .above(meta?.rebasedMid ?? 0)
    .toArray();
  const isPending = lastMid === 3;
  expect([confirmedRows(pending), meta?.epoch]).toEqual(isPending ? [[base, before], "e"] : [[], null]);
  expect(meta).not.toHaveProperty("baseUpTo");
});

function storesOf(store: LocalStore) {
  const database = store.backendDB();
  const names = [...database.objectStoreNames].toSorted();
  const transaction = database.transaction(names);
  return names.map((name) => {
    const { keyPath, autoIncrement, indexNames } = transaction.objectStore(name);
    return { name, keyPath, autoIncrement, indexes: [...indexNames].toSorted() };
  });
}
