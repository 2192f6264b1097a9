import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { onTestFinished } from "vitest";
import type { StoreHandle } from "#local-store/boot/lazy-store";
import { LocalStore } from "#local-store/local-store";

/** An account's store, empty unless `indexedDB` already has it. Closed at the end of the test. */
export function openTestStore({ userId = "ada", indexedDB = new IDBFactory() } = {}): LocalStore {
  const store = new LocalStore(userId, { indexedDB, IDBKeyRange });
  onTestFinished(() => store.close());
  return store;
}

/** The handle of a store that is loaded. */
export const handleOf = (store: LocalStore): StoreHandle => ({
  userId: store.userId,
  isGone: store.isGone,
  onGone: (listener) => store.onGone(listener),
  queryCache: store.queryCache,
  bootReader: () => Promise.resolve(null),
  here: store,
  loaded: () => Promise.resolve(store),
});
