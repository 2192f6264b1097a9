import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test, vi } from "vitest";
import { storeOf } from "./store-of";

Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });

test("a page has one store of an account, and a new one once that was deleted", async () => {
  const store = storeOf("ada");
  expect(storeOf("ada")).toBe(store);
  expect(storeOf("grace")).not.toBe(store);
  await store.open();
  await Dexie.delete(store.name);
  await vi.waitFor(() => expect(store.isGone).toBe(true));
  const anew = storeOf("ada");
  expect(anew).not.toBe(store);
  await anew.shelves.count();
  anew.close();
});
