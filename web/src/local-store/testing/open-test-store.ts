import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { onTestFinished } from "vitest";
import type { StoreHandle } from "#local-store/boot/lazy-store";
import { LocalStore } from "#local-store/local-store";

export function openTestStore({ userId = "ada", indexedDB = new IDBFactory() } = {}): LocalStore {
  const store = new LocalStore(userId, { indexedDB, IDBKeyRange });
  onTestFinished(() => store.close());
  return store;
}

export async function openGlobalStore(userId: string = crypto.randomUUID()): Promise<LocalStore> {
  const store = openTestStore({ userId, indexedDB });
  await store.open();
  return store;
}

export const handleOf = (store: LocalStore): StoreHandle => ({
  userId: store.userId,
  isGone: store.isGone,
  onGone: (listener) => store.onGone(listener),
  queryCache: store.queryCache,
  bootReader: () => Promise.resolve(null),
  here: store,
  loaded: () => Promise.resolve(store),
});
