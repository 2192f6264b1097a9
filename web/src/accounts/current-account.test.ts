import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  currentAccount,
  accountsToDelete,
  clearDeletionMark,
  clearCurrentAccount,
  isFirstToAsk,
  onAccountLeft,
  setCurrentAccount,
} from "./current-account";

Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });

const ADA = { userId: "u1", username: "ada" };

/** As the first build made it. */
beforeAll(async () => {
  const old = new Dexie("shelv-device");
  old.version(1).stores({ accounts: "key" });
  await old.table("accounts").bulkPut([{ key: "doomed u9", userId: "u9", username: "eve" }]);
  old.close();
});

async function clearStorage() {
  const opened = new Dexie("shelv-device");
  await opened.open();
  await opened.table("accounts").clear();
  opened.close();
}

test("a device of the first build knows what it knew, and what it has asked from now on", async () => {
  expect(await accountsToDelete()).toEqual([{ userId: "u9", username: "eve" }]);
  await clearDeletionMark("u9");
  expect([await isFirstToAsk("persist"), await isFirstToAsk("persist")]).toEqual([true, false]);
});

beforeEach(async () => {
  await setCurrentAccount(ADA);
  await currentAccount();
});

test("storage that was cleared under an open page signs nobody out, also not where two ask at once", async () => {
  await clearStorage();
  expect(await Promise.all([currentAccount(), currentAccount(), currentAccount()])).toEqual([ADA, ADA, ADA]);
  expect(await currentAccount()).toEqual(ADA);
});

test("who has signed out stays signed out, and comes back by signing in", async () => {
  await clearCurrentAccount(ADA, { discard: false });
  expect([await currentAccount(), await currentAccount()]).toEqual([null, null]);
  await setCurrentAccount(ADA);
  expect(await currentAccount()).toEqual(ADA);
});

test.each([true, false])(
  "other tabs hear who has left, and whether everything went along: %s",
  async (discard) => {
    const left = vi.fn<(isDiscarded: boolean) => void>();
    onTestFinished(onAccountLeft(ADA.userId, left));
    await clearCurrentAccount(ADA, { discard });
    await vi.waitFor(() => expect(left).toHaveBeenLastCalledWith(discard));
    await clearDeletionMark(ADA.userId);
  },
);
