import { expect, test } from "vitest";
import { newId } from "#platform/new-id";
import { openDevice } from "#outbox/testing/open-device";
import { draftOf, emptyDraft, itemChanges, itemCreation, saveItem } from "./save-item";

test("undoing a move with an edit restores the item's place, text and categories", async () => {
  const { store, mutate, makeShelf } = openDevice();
  const [one, other] = [await makeShelf(), await makeShelf()];
  const [onlyHere, onBoth, onOther, id] = [newId(), newId(), newId(), newId()];
  for (const [category, shelfId, name] of [
    [onlyHere, one, "Blue"],
    [onBoth, one, "Small"],
    [onOther, other, "Small"],
  ] as const) {
    await mutate({ name: "category.create", args: { id: category, shelfId, name, position: "a0" } });
  }
  const draft = {
    ...emptyDraft(one),
    title: "Mug",
    url: "https://example.com/",
    categoryIds: [onlyHere, onBoth],
  };
  await mutate(await itemCreation(store, draft, id));
  await mutate(await itemCreation(store, { ...draft, title: "Cup" }, newId()));
  const item = await store.items.get(id);
  if (!item) throw new Error("No item");

  const [before, after] = [
    draftOf(item),
    { ...draftOf(item), title: "A red mug", shelfId: other, categoryIds: [onOther] },
  ];
  const undo = await mutate(await itemChanges(store, item, before, after));
  expect(await store.items.get(id)).toMatchObject({
    title: "A red mug",
    shelfId: other,
    categoryIds: [onOther],
  });
  await mutate(undo ?? []);
  const back = await store.items.get(id);
  expect({ ...back, categoryIds: back?.categoryIds.toSorted() }).toEqual({
    ...item,
    categoryIds: item.categoryIds.toSorted(),
  });
});

test("an item deleted with its shelf is created again on another; one deleted by itself stays deleted", async () => {
  const device = openDevice();
  const { store, mutate, makeShelf } = device;
  const [gone, there, mug, cup] = [await makeShelf(), await makeShelf(), newId(), newId()];
  const draft = { ...emptyDraft(gone), title: "Mug", url: "https://example.com/" };
  await mutate(await itemCreation(store, draft, mug));
  await mutate(await itemCreation(store, { ...draft, title: "Cup", shelfId: there }, cup));
  const [mugRow, cupRow] = await store.items.bulkGet([mug, cup]);
  if (!mugRow || !cupRow) throw new Error("No items");
  await mutate([
    { name: "shelf.delete", args: { id: gone } },
    { name: "item.delete", args: { id: cup } },
  ]);

  expect(
    await saveItem(device, mugRow, draftOf(mugRow), {
      ...draftOf(mugRow),
      title: "A red mug",
      shelfId: there,
    }),
  ).toBeNull();
  await expect(
    saveItem(device, cupRow, draftOf(cupRow), { ...draftOf(cupRow), title: "A red cup" }),
  ).rejects.toMatchObject({ code: "item-not-found" });
  await expect(saveItem(device, cupRow, draftOf(cupRow), draftOf(cupRow))).rejects.toMatchObject({
    code: "item-not-found",
  });
  expect((await store.items.toArray()).map(({ title, shelfId }) => [title, shelfId])).toEqual([
    ["A red mug", there],
  ]);
});

test("a new item that exists because its failed save went through after all takes over the newer text", async () => {
  const device = openDevice();
  const { store, mutate, makeShelf } = device;
  const [shelfId, id] = [await makeShelf(), newId()];
  const draft = { ...emptyDraft(shelfId), title: "Mug", url: "https://example.com/" };
  await mutate(await itemCreation(store, draft, id));
  expect(await saveItem(device, null, emptyDraft(shelfId), draft, id)).toBeNull();
  expect(await saveItem(device, null, emptyDraft(shelfId), { ...draft, title: "A red mug" }, id)).toBeNull();
  expect((await store.items.toArray()).map((item) => [item.id, item.title])).toEqual([[id, "A red mug"]]);
});
