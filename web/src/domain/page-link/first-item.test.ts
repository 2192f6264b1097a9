import type { ItemRow } from "@shelv/contract/rows/item";
import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { announceFirstItem, takeFirstItemAnnouncement } from "./first-item";

const item = (id: string) => ({ id, shelfId: "shelf", position: "a", categoryIds: [] }) as unknown as ItemRow;

test("the first item after a setup is announced once, also after the app was closed", async () => {
  const indexedDB = new IDBFactory();
  const before = openTestStore({ indexedDB });
  await announceFirstItem(before);
  before.close();
  const store = openTestStore({ indexedDB });
  await store.items.put(item("one"));
  expect(await takeFirstItemAnnouncement(store)).toBe(true);
  await store.items.clear();
  await store.items.put(item("two"));
  expect(await takeFirstItemAnnouncement(store)).toBe(false);
});

test("a device where no setup was completed announces nothing", async () => {
  const store = openTestStore();
  await store.items.put(item("one"));
  expect(await takeFirstItemAnnouncement(store)).toBe(false);
});

test("an item from another device makes the next one no first item, for good", async () => {
  const store = openTestStore();
  await announceFirstItem(store);
  await store.items.bulkPut([item("from the laptop"), item("from here")]);
  expect(await takeFirstItemAnnouncement(store)).toBe(false);
  await store.items.delete("from the laptop");
  expect(await takeFirstItemAnnouncement(store)).toBe(false);
});

test("a repeated setup of an account with items asks for no announcement", async () => {
  const store = openTestStore();
  await store.items.put(item("one"));
  await announceFirstItem(store);
  expect(await takeFirstItemAnnouncement(store)).toBe(false);
});
