import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { currentAccount, endDoom, forgetAccount, onAccountLeft, rememberAccount } from "./device";

Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });

const ADA = { userId: "u1", username: "ada" };

async function clearStorage() {
  const opened = new Dexie("shelv-device");
  await opened.open();
  await opened.table("accounts").clear();
  opened.close();
}

beforeEach(async () => {
  await rememberAccount(ADA);
  await currentAccount();
});

test("storage that was cleared under an open page signs nobody out, also not where two ask at once", async () => {
  await clearStorage();
  expect(await Promise.all([currentAccount(), currentAccount(), currentAccount()])).toEqual([ADA, ADA, ADA]);
  expect(await currentAccount()).toEqual(ADA);
});

test("who has signed out stays signed out, and comes back by signing in", async () => {
  await forgetAccount(ADA, { discard: false });
  expect([await currentAccount(), await currentAccount()]).toEqual([null, null]);
  await rememberAccount(ADA);
  expect(await currentAccount()).toEqual(ADA);
});

test.each([true, false])("other tabs hear who has left, and whether everything went along: %s", async (discard) => {
  const left = vi.fn<(isDiscarded: boolean) => void>();
  onTestFinished(onAccountLeft(ADA.userId, left));
  await forgetAccount(ADA, { discard });
  await vi.waitFor(() => expect(left).toHaveBeenLastCalledWith(discard));
  await endDoom(ADA.userId);
});
