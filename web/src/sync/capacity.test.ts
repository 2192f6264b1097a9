import { CAPACITY } from "@shelv/contract/limits/account-limits";
import { AccountFull } from "@shelv/contract/refusal";
import { expect, test } from "vitest";
import { mutate } from "#outbox/mutate";
import { newId } from "#platform/new-id";
import { openTestStore } from "#local-store/testing/open-test-store";
import { makeItem, makeShelf } from "./testing/fake-server";

test("a device refuses a change beyond the account's quota, with the server's text, and makes nothing", async () => {
  const store = openTestStore();
  const [shelfId, other] = [newId(), newId()];
  await makeShelf(store, "Books", shelfId);
  await makeShelf(store, "Films", other);
  await makeItem(store, other);
  const [item] = await store.items.toArray();
  if (!item) throw new Error("No item");
  await store.items.bulkAdd(
    Array.from({ length: CAPACITY.itemsOfShelf }, () => ({ ...item, id: newId(), shelfId })),
  );
  const full = new AccountFull("itemsOfShelf").message;
  await expect(makeItem(store, shelfId)).rejects.toThrow(full);
  await expect(
    mutate(store, { name: "item.move", args: { id: item.id, shelfId, position: "a0" } }),
  ).rejects.toThrow(full);
  await mutate(store, { name: "shelf.delete", args: { id: shelfId } });
  await mutate(store, { name: "shelf.restore", args: { id: shelfId } });
  expect([await store.items.count(), await store.outbox.count()]).toEqual([CAPACITY.itemsOfShelf + 1, 5]);
});
