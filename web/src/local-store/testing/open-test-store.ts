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

/** A store in the global IndexedDB, which code that opens a store by its name reads. */
export async function openGlobalStore(userId: string = crypto.randomUUID()): Promise<LocalStore> {
  const store = openTestStore({ userId, indexedDB });
  await store.open();
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
