import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import { databaseName } from "#local-store/database-name";
import { openStore } from "#local-store/testing/open-store";
import { likelyShelf } from "./likely-shelf";

test("a store that lost its connection still says the first shelf; one that cannot say leaves the choice to the owner", async () => {
  const indexedDB = new IDBFactory();
  const store = openStore({ indexedDB });
  expect(await likelyShelf(store)).toBe("");
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
  expect(await likelyShelf(store)).toBe("films");
  store.close();
  expect(await likelyShelf(store)).toBe("films");
  await new Promise((resolve) =>
    indexedDB.deleteDatabase(databaseName("ada")).addEventListener("success", resolve),
  );
  expect(store.isGone).toBe(true);
  expect(await likelyShelf(store)).toBe("");
});
