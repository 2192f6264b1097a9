import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { mutate } from "#outbox/mutate";
import { draftOf, emptyDraft, itemChanges, itemCreation, movedBack } from "./save-item";

test("an item that went to another shelf and was edited on the way comes back as it was: its place, its words and its categories", async () => {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  const [one, other, onlyHere, onBoth, onOther, id] = [newId(), newId(), newId(), newId(), newId(), newId()];
  for (const shelfId of [one, other]) await mutate(store, { name: "shelf.create", args: { id: shelfId, name: shelfId, description: "", emoji: "", position: "a0" } });
  for (const [category, shelfId, name] of [[onlyHere, one, "Blue"], [onBoth, one, "Small"], [onOther, other, "Small"]] as const) {
    await mutate(store, { name: "category.create", args: { id: category, shelfId, name, position: "a0" } });
  }
  const draft = { ...emptyDraft(one), title: "Mug", url: "https://example.com/", categoryIds: [onlyHere, onBoth] };
  await mutate(store, await itemCreation(store, draft, id));
  await mutate(store, await itemCreation(store, { ...draft, title: "Cup" }, newId()));
  const item = await store.items.get(id);
  if (!item) throw new Error("No item");

  const [before, after] = [draftOf(item), { ...draftOf(item), title: "A red mug", shelfId: other, categoryIds: [onOther] }];
  await mutate(store, await itemChanges(store, item, before, after));
  expect(await store.items.get(id)).toMatchObject({ title: "A red mug", shelfId: other, categoryIds: [onOther] });
  await mutate(store, await movedBack(store, item, before, after));
  const back = await store.items.get(id);
  expect({ ...back, categoryIds: back?.categoryIds.toSorted() }).toEqual({ ...item, categoryIds: item.categoryIds.toSorted() });
});
