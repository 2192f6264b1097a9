import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { mutate } from "#outbox/mutate";
import { draftOf, emptyDraft, itemChanges, itemCreation, undoMove, saveItem } from "./save-item";

test("undoing a move with an edit restores the item's place, text and categories", async () => {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  const [one, other, onlyHere, onBoth, onOther, id] = [newId(), newId(), newId(), newId(), newId(), newId()];
  for (const shelfId of [one, other])
    await mutate(store, {
      name: "shelf.create",
      args: { id: shelfId, name: shelfId, description: "", emoji: "", position: "a0" },
    });
  for (const [category, shelfId, name] of [
    [onlyHere, one, "Blue"],
    [onBoth, one, "Small"],
    [onOther, other, "Small"],
  ] as const) {
    await mutate(store, { name: "category.create", args: { id: category, shelfId, name, position: "a0" } });
  }
  const draft = {
    ...emptyDraft(one),
    title: "Mug",
    url: "https://example.com/",
    categoryIds: [onlyHere, onBoth],
  };
  await mutate(store, await itemCreation(store, draft, id));
  await mutate(store, await itemCreation(store, { ...draft, title: "Cup" }, newId()));
  const item = await store.items.get(id);
  if (!item) throw new Error("No item");

  const [before, after] = [
    draftOf(item),
    { ...draftOf(item), title: "A red mug", shelfId: other, categoryIds: [onOther] },
  ];
  await mutate(store, await itemChanges(store, item, before, after));
  expect(await store.items.get(id)).toMatchObject({
    title: "A red mug",
    shelfId: other,
    categoryIds: [onOther],
  });
  await mutate(store, await undoMove(store, item, before, after));
  const back = await store.items.get(id);
  expect({ ...back, categoryIds: back?.categoryIds.toSorted() }).toEqual({
    ...item,
    categoryIds: item.categoryIds.toSorted(),
  });
});

test("an item deleted with its shelf is created again on the shelf chosen instead; an item deleted by itself stays deleted", async () => {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  const [gone, there, mug, cup] = [newId(), newId(), newId(), newId()];
  for (const shelfId of [gone, there])
    await mutate(store, {
      name: "shelf.create",
      args: { id: shelfId, name: shelfId, description: "", emoji: "", position: "a0" },
    });
  const draft = { ...emptyDraft(gone), title: "Mug", url: "https://example.com/" };
  await mutate(store, await itemCreation(store, draft, mug));
  await mutate(store, await itemCreation(store, { ...draft, title: "Cup", shelfId: there }, cup));
  const [mugRow, cupRow] = await store.items.bulkGet([mug, cup]);
  if (!mugRow || !cupRow) throw new Error("No items");
  await mutate(store, [
    { name: "shelf.delete", args: { id: gone } },
    { name: "item.delete", args: { id: cup } },
  ]);

  const owner = { store, mutate: (mutations: Parameters<typeof mutate>[1]) => mutate(store, mutations) };
  expect(
    await saveItem(owner, mugRow, draftOf(mugRow), {
      ...draftOf(mugRow),
      title: "A red mug",
      shelfId: there,
    }),
  ).toBeNull();
  await expect(
    saveItem(owner, cupRow, draftOf(cupRow), { ...draftOf(cupRow), title: "A red cup" }),
  ).rejects.toMatchObject({ code: "item-not-found" });
  // Also if nothing was typed: a deleted item is never reported as updated.
  await expect(saveItem(owner, cupRow, draftOf(cupRow), draftOf(cupRow))).rejects.toMatchObject({
    code: "item-not-found",
  });
  expect((await store.items.toArray()).map(({ title, shelfId }) => [title, shelfId])).toEqual([
    ["A red mug", there],
  ]);
});

test("a new item that exists because its failed save went through after all takes over the newer text", async () => {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  const [shelfId, id] = [newId(), newId()];
  await mutate(store, {
    name: "shelf.create",
    args: { id: shelfId, name: "Books", description: "", emoji: "", position: "a0" },
  });
  const draft = { ...emptyDraft(shelfId), title: "Mug", url: "https://example.com/" };
  await mutate(store, await itemCreation(store, draft, id));
  const owner = { store, mutate: (mutations: Parameters<typeof mutate>[1]) => mutate(store, mutations) };
  expect(await saveItem(owner, null, emptyDraft(shelfId), draft, id)).toBeNull();
  expect(await saveItem(owner, null, emptyDraft(shelfId), { ...draft, title: "A red mug" }, id)).toBeNull();
  expect((await store.items.toArray()).map((item) => [item.id, item.title])).toEqual([[id, "A red mug"]]);
});
