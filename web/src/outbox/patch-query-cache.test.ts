import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import "#local-store/testing/dexie-in-memory";
import { expect, test } from "vitest";
import { handleOf, openTestStore } from "#local-store/testing/open-test-store";
import { cachedQuery, prefetchQuery } from "#local-store/live-query/query-cache";
import { itemsById, rowMarks } from "#local-store/queries";
import { patchQueryCache } from "./patch-query-cache";

const item = (id: string, title: string) => itemRow({ id, shelfId: "shelf", title, position: id });

test("a written item and its mark are in the cached results before a query runs again; other rows are the same objects", async () => {
  const store = openTestStore({ userId: crypto.randomUUID() });
  await store.items.bulkAdd([item("a", "Mug"), item("b", "Lamp")]);
  await Promise.all([
    prefetchQuery(handleOf(store), itemsById, ["a", "b"]),
    prefetchQuery(handleOf(store), itemsById, ["b"]),
    prefetchQuery(handleOf(store), rowMarks),
  ]);
  const lamp = cachedQuery(handleOf(store), itemsById, [["b"]]).result;

  const isAll = patchQueryCache(store, [
    { table: "items", id: "a", before: item("a", "Mug"), after: item("a", "Cup") },
  ]);
  expect(isAll).toBe(true);
  expect(cachedQuery(handleOf(store), itemsById, [["a", "b"]]).result).toEqual({
    value: [item("a", "Cup"), item("b", "Lamp")],
  });
  expect(cachedQuery(handleOf(store), itemsById, [["b"]]).result).toBe(lamp);
  expect(cachedQuery(handleOf(store), rowMarks, []).result).toEqual({ value: new Map([["a", "pending"]]) });
});

test("added and deleted rows and other tables wait for the live query", () => {
  const store = openTestStore({ userId: crypto.randomUUID() });
  const shelf = shelfRow({ id: "shelf" });
  const edit = { table: "items", id: "a", before: item("a", "Mug"), after: item("a", "Cup") } as const;
  const answers = [
    patchQueryCache(store, [edit, { table: "items", id: "b", before: null, after: item("b", "Lamp") }]),
    patchQueryCache(store, [edit, { table: "items", id: "b", before: item("b", "Lamp"), after: null }]),
    patchQueryCache(store, [
      edit,
      { table: "shelves", id: "shelf", before: shelf, after: { ...shelf, name: "Cups" } },
    ]),
    patchQueryCache(store, []),
  ];
  expect(answers).toEqual([false, false, false, false]);
});
