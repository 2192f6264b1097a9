import { itemRow } from "@shelv/contract/testing/rows";
import { IDBFactory } from "fake-indexeddb";
import "#local-store/testing/dexie-in-memory";
import { expect, test, vi } from "vitest";
import { handleOf, openTestStore } from "#local-store/testing/open-test-store";
import { ItemIndex } from "./item-index";

const item = (id: string, title: string) => itemRow({ id, shelfId: "s", title });

async function openIndex(titles: readonly string[]) {
  const factory = new IDBFactory();
  const open = () => openTestStore({ indexedDB: factory });
  const store = open();
  await store.items.bulkAdd(titles.map((title, at) => item(`i${at}`, title)));
  const index = new ItemIndex(handleOf(store));
  await index.fill();
  return { store, index, openAnother: open };
}

const found = (index: ItemIndex, query: string) => [...(index.find(query)?.keys() ?? [])].toSorted();

test("every item of a long list is found", async () => {
  const { index } = await openIndex(Array.from({ length: 1203 }, (_, at) => `Thing ${at}`));
  expect(found(index, "thing")).toHaveLength(1203);
  expect(found(index, "1202")).toEqual(["i1202"]);
});

test("a query without a word has no result", async () => {
  const { index } = await openIndex(["Mug"]);
  expect(index.find("  ")).toBeNull();
});

test("the result of a query does not depend on the queries before it", async () => {
  const { index } = await openIndex(["Blue mug", "Blue vase", "Red mug", "Mug, old blue"]);
  const asked = ["b", "bl", "blue", "blue m", "blue mug", "blue mu", "u", "mug", "mug b", "vase"];
  expect(asked.map((query) => found(index, query).join())).toEqual([
    "i0,i1,i3",
    "i0,i1,i3",
    "i0,i1,i3",
    "i0,i1,i3",
    "i0,i3",
    "i0,i3",
    "i0,i1,i2,i3",
    "i0,i2,i3",
    "i0,i3",
    "i1",
  ]);
});

test("a result has the stored row", async () => {
  const { store, index } = await openIndex(["Mug"]);
  expect(index.find("mug")?.get("i0")).toEqual(await store.items.get("i0"));
  await store.items.update("i0", { price: "9 €" });
  await vi.waitFor(() => expect(index.find("mug")?.get("i0")).toMatchObject({ price: "9 €" }));
});

test.each(["title", "url", "description", "price", "note"])("an item is found by its %s", async (field) => {
  const { store, index } = await openIndex(["Mug", "Vase"]);
  await store.items.update("i1", { [field]: "bazaar" });
  await vi.waitFor(() => expect(found(index, "bazaar")).toEqual(["i1"]));
});

test("there is no result before the index is full", async () => {
  const { store } = await openIndex(["Mug"]);
  expect(new ItemIndex(handleOf(store)).find("vase")).toBeNull();
});

test("the index follows added, renamed and deleted items, and calls its listeners", async () => {
  const { store, index } = await openIndex(["Mug", "Vase"]);
  const listener = vi.fn<() => void>();
  index.onChange(listener);
  await store.items.add(item("new", "Planter"));
  await store.items.update("i0", { title: "Teapot" });
  await store.items.delete("i1");
  await vi.waitFor(() => {
    expect(found(index, "planter")).toEqual(["new"]);
    expect(found(index, "teapot")).toEqual(["i0"]);
    expect(found(index, "mug")).toEqual([]);
    expect(found(index, "vase")).toEqual([]);
  });
  expect(listener).toHaveBeenCalled();
});

test("a cleared and refilled view is indexed again", async () => {
  const { store, index } = await openIndex(["Mug"]);
  await store.transaction("rw", store.items, async () => {
    await store.items.clear();
    await store.items.add(item("other", "Jug"));
  });
  await vi.waitFor(() => {
    expect(found(index, "jug")).toEqual(["other"]);
    expect(found(index, "mug")).toEqual([]);
  });
});

test("the old entries are searched while the view is read again, and no change in that time is lost", async () => {
  const { store, index } = await openIndex(Array.from({ length: 1203 }, (_, at) => `Thing ${at}`));
  const counts: number[] = [];
  index.onChange(() => counts.push(found(index, "thing").length));
  await store.items.where("id").between("i1200", "i1202", true, true).delete();
  await store.items.update("i7", { title: "Jug" });
  await store.items.update("i8", { title: "Vase" });
  await vi.waitFor(() =>
    expect([found(index, "thing").length, found(index, "jug"), found(index, "vase")]).toEqual([
      1198,
      ["i7"],
      ["i8"],
    ]),
  );
  expect(Math.min(...counts)).toBe(1198);
});

test("an item written by another connection is found", async () => {
  const { index, openAnother } = await openIndex(["Mug"]);
  await openAnother().items.add(item("elsewhere", "Saucer"));
  await vi.waitFor(() => expect(found(index, "saucer")).toEqual(["elsewhere"]));
});
