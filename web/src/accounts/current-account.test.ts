import { Dexie } from "dexie";
import "#local-store/testing/dexie-in-memory";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  currentAccount,
  clearDeletionMark,
  clearCurrentAccount,
  isFirstToAsk,
  onAccountLeft,
  setCurrentAccount,
} from "./current-account";

const ADA = { userId: "u1", username: "ada" };

async function clearStorage() {
  const opened = new Dexie("shelv-device");
  await opened.open();
  await opened.table("accounts").clear();
  opened.close();
}

test("a question is asked once", async () => {
  expect([await isFirstToAsk("persist"), await isFirstToAsk("persist")]).toEqual([true, false]);
});

beforeEach(async () => {
  await setCurrentAccount(ADA);
  await currentAccount();
});

test("clearing the storage under an open page is not a sign-out, even with two calls at once", async () => {
  await clearStorage();
  expect(await Promise.all([currentAccount(), currentAccount(), currentAccount()])).toEqual([ADA, ADA, ADA]);
  expect(await currentAccount()).toEqual(ADA);
});

test("a signed-out account stays signed out until it signs in", async () => {
  await clearCurrentAccount(ADA, { discard: false });
  expect([await currentAccount(), await currentAccount()]).toEqual([null, null]);
  await setCurrentAccount(ADA);
  expect(await currentAccount()).toEqual(ADA);
});

test.each([true, false])(
  "other tabs get the account that signed out, and whether it was discarded: %s",
  async (discard) => {
    const left = vi.fn<(isDiscarded: boolean) => void>();
    onTestFinished(onAccountLeft(ADA.userId, left));
    await clearCurrentAccount(ADA, { discard });
    await vi.waitFor(() => expect(left).toHaveBeenLastCalledWith(discard));
    await clearDeletionMark(ADA.userId);
  },
);
