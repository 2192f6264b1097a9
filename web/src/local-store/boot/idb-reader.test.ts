import { itemRow } from "@shelv/contract/testing/rows";
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { expect, onTestFinished, test, vi } from "vitest";
import { openGlobalStore } from "#local-store/testing/open-test-store";
import { databaseName, STORE_VERSION } from "#local-store/schema";
import { openIdbReader } from "./idb-reader";

test("reads made at once share a transaction, and a later read gets a new one", async () => {
  const store = await openGlobalStore();
  await store.items.bulkAdd(["a", "b"].map((id) => itemRow({ id, shelfId: "s", position: id })));
  const begin = vi.spyOn(IDBDatabase.prototype, "transaction");
  onTestFinished(() => begin.mockRestore());
  const database = await openIdbReader(store.name, STORE_VERSION);
  onTestFinished(() => database?.close());
  const read = async () =>
    (
      await database
        ?.table("items")
        .where("[shelfId+position]")
        .between(["s", -Infinity], ["s", []])
        .limit(1)
        .toArray()
    )?.length;
  expect(await Promise.all([read(), read(), database?.table("shelves").count()])).toEqual([1, 1, 0]);
  expect(begin).toHaveBeenCalledTimes(1);
  const first = begin.mock.results[0]?.value as IDBTransaction;
  await new Promise((resolve) => first.addEventListener("complete", resolve));
  expect(await read()).toBe(1);
  expect(begin).toHaveBeenCalledTimes(2);
});

test("a missing database is not created, and one of another version is not read", async () => {
  expect(await openIdbReader(databaseName("nobody"), STORE_VERSION)).toBeNull();
  expect(await Dexie.exists(databaseName("nobody"))).toBe(false);
  const { name } = await openGlobalStore();
  expect(await openIdbReader(name, STORE_VERSION + 1)).toBeNull();
});

test.each([
  ["deletes it", true, (name: string) => Dexie.delete(name)],
  [
    "upgrades it",
    false,
    async (name: string) => {
      const newer = new Dexie(name);
      newer.version(STORE_VERSION + 1).stores({});
      await newer.open();
      newer.close();
    },
  ],
])("it closes for a tab that %s", async (_, isDeleted, act) => {
  const { name } = await openGlobalStore();
  const left = vi.fn<(isDeleted: boolean) => void>();
  const database = await openIdbReader(name, STORE_VERSION, left);
  await act(name);
  expect(left).toHaveBeenCalledExactlyOnceWith(isDeleted);
  await expect(database?.table("items").count()).rejects.toMatchObject({ name: "InvalidStateError" });
});

test("a database that the page began to open before its first script is not opened again", async () => {
  const { name } = await openGlobalStore();
  const begun = indexedDB.open(name);
  await new Promise((resolve) => begun.addEventListener("success", resolve));
  const open = vi.spyOn(indexedDB, "open");
  onTestFinished(() => open.mockRestore());
  for (const opening of [begun, null]) {
    if (opening) globalThis.preopenedDatabases = new Map([[name, opening]]);
    const database = await openIdbReader(name, STORE_VERSION);
    expect(await database?.table("items").count()).toBe(0);
    database?.close();
    expect(open).toHaveBeenCalledTimes(opening ? 0 : 1);
  }
});
