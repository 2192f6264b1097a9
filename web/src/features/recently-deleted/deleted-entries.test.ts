import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import { expect, test } from "vitest";
import type { OwnersCall } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { openTestStore } from "#local-store/testing/open-test-store";
import { newId } from "#platform/new-id";
import { mutate } from "#outbox/mutate";
import { deletedEntries } from "./deleted-entries";
import { fetchDeletions } from "./fetch-deletions";

const AT = "2026-01-01T00:00:00.000Z";
const DAY_MS = 24 * 60 * 60_000;

const categoryRow = (id: string, shelfId: string, name: string) => ({
  id,
  shelfId,
  name,
  position: "a0",
  createdAt: AT,
});

async function storeWithThings() {
  const store = openTestStore();
  const [books, films, atlas, dune, blue, red] = [newId(), newId(), newId(), newId(), newId(), newId()];
  await store.shelves.bulkAdd([
    shelfRow({ id: books, name: "Books" }),
    shelfRow({ id: films, name: "Films" }),
  ]);
  await store.items.bulkAdd([
    itemRow({ id: atlas, shelfId: books, title: "Atlas" }),
    itemRow({ id: dune, shelfId: films, title: "Dune" }),
  ]);
  await store.categories.bulkAdd([categoryRow(blue, books, "Blue"), categoryRow(red, films, "Red")]);
  return { store, books, films, atlas, dune, blue, red };
}

const listed = async (store: LocalStore) =>
  (await deletedEntries(store)).map(({ name, items, categories, shelf }) => [name, items, categories, shelf]);

test("what was deleted together is one entry, and each entry brings back what it says", async () => {
  const { store, books, films, atlas, dune, red } = await storeWithThings();
  await mutate(store, { name: "item.delete", args: { id: dune } });
  await mutate(store, { name: "category.delete", args: { id: red, shelfId: films } });
  await mutate(store, { name: "shelf.delete", args: { id: books } });
  const ages: Record<string, number> = { [dune]: DAY_MS, [red]: 2 * DAY_MS };
  await store.trash.toCollection().modify((row) => {
    row.at -= ages[row.id] ?? 0;
  });
  expect(await listed(store)).toEqual([
    ["Books", 1, 1, null],
    ["Dune", 0, 0, { name: "Films", isDeleted: false }],
    ["Red", 0, 0, { name: "Films", isDeleted: false }],
  ]);
  const [newest] = await deletedEntries(store);
  await mutate(store, newest?.restore ?? []);
  expect([(await store.items.get(atlas))?.title, (await listed(store)).length]).toEqual(["Atlas", 2]);
});

test("an item says that its deleted shelf comes back with it; a category whose name is there again is not listed", async () => {
  const { store, films, dune, red } = await storeWithThings();
  await mutate(store, { name: "item.delete", args: { id: dune } });
  await mutate(store, { name: "category.delete", args: { id: red, shelfId: films } });
  await store.categories.add(categoryRow(newId(), films, " red"));
  expect(await listed(store)).toEqual([["Dune", 0, 0, { name: "Films", isDeleted: false }]]);
  await mutate(store, { name: "shelf.delete", args: { id: films } });
  expect(await listed(store)).toContainEqual(["Dune", 0, 0, { name: "Films", isDeleted: true }]);
});

test("an item has its row, which has its picture; a shelf has none", async () => {
  const { store, books, dune } = await storeWithThings();
  await store.items.update(dune, { picture: "a".repeat(64), cutout: "b".repeat(64), showsCutout: true });
  await mutate(store, { name: "item.delete", args: { id: dune } });
  await mutate(store, { name: "shelf.delete", args: { id: books } });
  const cutouts = (await deletedEntries(store)).map(({ name, item }) => [name, item?.cutout]);
  expect(Object.fromEntries(cutouts)).toEqual({ Books: undefined, Dune: "b".repeat(64) });
});

test.each([-1000, 1000])("what was deleted under a clock that was %i days wrong is listed", async (days) => {
  const { store, dune } = await storeWithThings();
  await mutate(store, { name: "item.delete", args: { id: dune } });
  const right = (await listed(store)).length;
  await store.trash.toCollection().modify({ at: Date.now() + days * DAY_MS });
  expect([right, (await listed(store)).length]).toEqual([1, 1]);
});

test("earlier deletions are fetched once, page by page, and the device's own stay", async () => {
  const { store, dune, atlas } = await storeWithThings();
  await mutate(store, { name: "item.delete", args: { id: dune } });
  const own = await store.trash.get(["items", dune]);
  const [games, chess] = [newId(), newId()];
  const gone = { deletion: "7", deletedAt: Date.now() - DAY_MS };
  const pages: Record<string, object> = {
    "": {
      deletions: [
        { table: "shelves", row: shelfRow({ id: games, name: "Games" }), ...gone },
        { table: "items", row: itemRow({ id: dune, shelfId: games, title: "Dune" }), ...gone },
        { table: "items", row: itemRow({ id: atlas, shelfId: games, title: "Atlas" }), ...gone },
      ],
      next: "12",
    },
    "12": {
      deletions: [{ table: "items", row: itemRow({ id: chess, shelfId: games, title: "Chess" }), ...gone }],
      next: null,
    },
  };
  const asked: string[] = [];
  const call = (async (_: unknown, { query }: { query?: { before?: string } } = {}) => {
    asked.push(query?.before ?? "");
    return pages[query?.before ?? ""];
  }) as unknown as OwnersCall;
  await fetchDeletions(store, call);
  await fetchDeletions(store, call);
  expect(asked).toEqual(["", "12"]);
  expect(await store.trash.get(["items", dune])).toEqual(own);
  expect((await listed(store)).map(([name, items]) => [name, items])).toEqual([
    ["Dune", 0],
    ["Games", 1],
  ]);
  await mutate(store, { name: "shelf.restore", args: { id: games } });
  expect([(await store.items.get(chess))?.title, (await store.shelves.get(games))?.name]).toEqual([
    "Chess",
    "Games",
  ]);
});
