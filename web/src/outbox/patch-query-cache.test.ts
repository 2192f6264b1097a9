import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { openStore } from "#local-store/testing/open-store";
import { answerTo, askAhead } from "#local-store/ask";
import { itemsById, rowMarks } from "#local-store/queries";
import { showWritten } from "./patch-query-cache";

// Live queries do nothing where Dexie believes that there is no IndexedDB at all.
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });

const item = (id: string, title: string) => ({
  id,
  title,
  shelfId: "shelf",
  position: id,
  url: "https://example.com",
  description: "",
  price: "",
  emoji: "",
  picture: null,
  cutout: null,
  showsCutout: false,
  categoryIds: [],
  createdAt: "2026",
});

test("what was just stored of an item is shown, with its mark, before anything is read again; other rows stay what they were", async () => {
  const store = openStore({ userId: crypto.randomUUID() });
  await store.items.bulkAdd([item("a", "Mug"), item("b", "Lamp")]);
  await Promise.all([
    askAhead(store, itemsById, ["a", "b"]),
    askAhead(store, itemsById, ["b"]),
    askAhead(store, rowMarks),
  ]);
  const lamp = answerTo(store, itemsById, [["b"]]).last;

  const isAll = showWritten(store, [
    { table: "items", id: "a", before: item("a", "Mug"), after: item("a", "Cup") },
  ]);
  expect(isAll).toBe(true);
  expect(answerTo(store, itemsById, [["a", "b"]]).last).toEqual({
    value: [item("a", "Cup"), item("b", "Lamp")],
  });
  expect(answerTo(store, itemsById, [["b"]]).last).toBe(lamp);
  expect(answerTo(store, rowMarks, []).last).toEqual({ value: new Map([["a", "pending"]]) });
});

test("a row that comes or goes, and any other table, are still to be read", () => {
  const store = openStore({ userId: crypto.randomUUID() });
  const shelf = { id: "shelf", name: "Books", description: "", emoji: "", position: "a0", createdAt: "2026" };
  const edit = { table: "items", id: "a", before: item("a", "Mug"), after: item("a", "Cup") } as const;
  const answers = [
    showWritten(store, [edit, { table: "items", id: "b", before: null, after: item("b", "Lamp") }]),
    showWritten(store, [edit, { table: "items", id: "b", before: item("b", "Lamp"), after: null }]),
    showWritten(store, [
      edit,
      { table: "shelves", id: "shelf", before: shelf, after: { ...shelf, name: "Cups" } },
    ]),
    showWritten(store, []),
  ];
  expect(answers).toEqual([false, false, false, false]);
});
