import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { onTestFinished } from "vitest";
import { LocalStore } from "#local-store/local-store";

/** An account's store, empty unless `indexedDB` already has it. Closed at the end of the test. */
export function openTestStore({ userId = "ada", indexedDB = new IDBFactory() } = {}): LocalStore {
  const store = new LocalStore(userId, { indexedDB, IDBKeyRange });
  onTestFinished(() => store.close());
  return store;
}
