import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import { databaseName } from "#local-store/schema";
import { openTestStore } from "#local-store/testing/open-test-store";
import { defaultShelf } from "./default-shelf";

test("a store that lost its connection still gives the first shelf; a failing store leaves the choice to the owner", async () => {
  const indexedDB = new IDBFactory();
  const store = openTestStore({ indexedDB });
  expect(await defaultShelf(store)).toBe("");
  for (const [id, position] of [
    ["books", "a1"],
    ["films", "a0"],
  ] as const) {
    await store.shelves.put({
      id,
      name: id,
      description: "",
      emoji: "",
      position,
      createdAt: "2026-03-01T00:00:00.000Z",
    });
  }
  expect(await defaultShelf(store)).toBe("films");
  store.close();
  expect(await defaultShelf(store)).toBe("films");
  await new Promise((resolve) =>
    indexedDB.deleteDatabase(databaseName("ada")).addEventListener("success", resolve),
  );
  expect(store.isGone).toBe(true);
  expect(await defaultShelf(store)).toBe("");
});
