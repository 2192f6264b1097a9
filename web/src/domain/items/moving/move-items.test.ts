import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import { expect, test } from "vitest";
import { itemsOfShelf } from "#local-store/queries";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "#outbox/mutate";
import { newId } from "#platform/new-id";
import { movesToEdge } from "./move-items";

const item = (id: string, shelfId: string, position: string) => itemRow({ id, shelfId, title: id, position });

test("items move to the top or the end of a shelf in the given order, and back by their undo", async () => {
  const store = openTestStore();
  const shelfId = newId();
  const [a, b, c, d] = [newId(), newId(), newId(), newId()] as const;
  await store.shelves.add(shelfRow({ id: shelfId }));
  const rows = [
    item(a, shelfId, "a0"),
    item(b, shelfId, "a1"),
    item(c, shelfId, "a1"),
    item(d, shelfId, "a2"),
  ];
  await store.items.bulkAdd(rows);
  const order = async () => (await itemsOfShelf(store, shelfId)).map(({ id }) => id);
  const before = await order();
  const undo = await mutate(store, await movesToEdge(store, [d, b], shelfId, "top"));
  expect(await order()).toEqual([d, b, a, c]);
  await mutate(store, undo ?? []);
  expect(await order()).toEqual(before);
  await mutate(store, await movesToEdge(store, [a, c], shelfId, "end"));
  expect(await order()).toEqual([b, d, a, c]);
  expect(await movesToEdge(store, [c], shelfId, "end")).toEqual([]);
  expect(await movesToEdge(store, [b], shelfId, "top")).toEqual([]);
});
