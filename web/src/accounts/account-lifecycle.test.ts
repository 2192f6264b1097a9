import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { fakeStorage } from "#platform/testing/fake-storage";
import { currentAccount, accountsToDelete, clearDeletionMark, clearCurrentAccount } from "./current-account";
import { databaseName } from "#local-store/schema";
import { likelyAccount, leaveAccount, openAccount } from "./account-lifecycle";
import { hintedAccount, hintedUsername, writeAccountHint } from "./account-hint";
import { setupAnswersKey } from "./setup-answers";
import { deviceSession } from "./tab-session";

const ADA = { userId: "u1", username: "ada" };
const BEA = { userId: "u2", username: "bea" };

const kept = new Map<string, string>();
const storage = new Proxy(fakeStorage(kept), {
  ownKeys: () => [...kept.keys()],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
});
vi.stubGlobal("localStorage", storage);

const indexedDB = new IDBFactory();
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });

beforeEach(async () => {
  kept.clear();
  if (await Dexie.exists("shelv-device")) {
    const device = await new Dexie("shelv-device").open();
    await device.table("accounts").clear();
    device.close();
  }
  await Dexie.delete(databaseName(ADA.userId));
});

test("the account that signed in is the likely one at the next start, until it signs out", async () => {
  await openAccount(ADA);
  expect([await likelyAccount(), hintedUsername()]).toEqual([ADA, "ada"]);
  await leaveAccount(ADA, { discard: false });
  expect([await likelyAccount(), hintedUsername()]).toEqual([null, null]);
});

test("an account whose store is being deleted is not the likely one", async () => {
  await openAccount(ADA);
  const hints: unknown[] = [];
  vi.spyOn(Dexie, "delete").mockImplementationOnce(() => {
    hints.push(hintedAccount());
    return Dexie.Promise.resolve();
  });
  await leaveAccount(ADA, { discard: true });
  expect(hints).toEqual([null]);
});

test("a sign-out does not remove the hint of another account", async () => {
  await openAccount(BEA);
  await leaveAccount(ADA, { discard: false });
  expect(hintedAccount()).toEqual(BEA);
});

test("setup answers are deleted with the data, and stay if the data stays", async () => {
  const key = setupAnswersKey(ADA.userId);
  deviceSession.setItem(key, "{}");
  await openAccount(ADA);
  await leaveAccount(ADA, { discard: false });
  expect(deviceSession.getItem(key)).toBe("{}");
  await openAccount(ADA);
  await leaveAccount(ADA, { discard: true });
  expect(deviceSession.getItem(key)).toBeNull();
});

function answeredBefore(...userIds: string[]) {
  for (const userId of userIds) kept.set(setupAnswersKey(userId), "{}");
  return () => userIds.filter((userId) => kept.has(setupAnswersKey(userId)));
}

test("a tab that slept while an account was discarded deletes its answers at the next start, and no others", async () => {
  await openAccount(BEA);
  const bea = openTestStore({ userId: BEA.userId, indexedDB });
  await bea.open();
  bea.close();
  await leaveAccount(BEA, { discard: false });
  await openAccount(ADA);
  const answered = answeredBefore(ADA.userId, BEA.userId, "u3");
  await (await start()).finishLeaving();
  expect(answered()).toEqual([ADA.userId, BEA.userId]);

  await openAccount(ADA);
  (await openSleepingTab()).wake();
  await clearCurrentAccount(ADA, { discard: true });
  await Dexie.delete(databaseName(ADA.userId));
  await clearDeletionMark(ADA.userId);
  await (await start()).finishLeaving();
  expect(answered()).toEqual([BEA.userId]);
});

test("a discarded account loses its answers although a sleeping tab blocks the deletion, and a cleared storage deletes none", async () => {
  const answered = answeredBefore(ADA.userId);
  await (await start()).finishLeaving();
  expect(answered()).toEqual([ADA.userId]);
  await openAccount(ADA);
  const sleeping = await openSleepingTab();
  await clearCurrentAccount(ADA, { discard: true });
  void (await start()).finishLeaving();
  await vi.waitFor(() => expect(answered()).toEqual([]));
  sleeping.wake();
});

test("the hint of a build that stored only usernames is not an account", async () => {
  writeAccountHint(ADA);
  kept.delete("shelv-user-id");
  expect([await likelyAccount(), hintedUsername()]).toEqual([null, "ada"]);
});

async function openSleepingTab() {
  const store = openTestStore({ userId: ADA.userId, indexedDB });
  await store.shelves.add({
    id: "s1",
    name: "Ada's",
    description: "",
    emoji: "",
    position: "a0",
    createdAt: "2026",
  });
  store.close();
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening: IDBOpenDBRequest = Dexie.dependencies.indexedDB.open(databaseName(ADA.userId));
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error));
  });
  return { wake: () => opened.close() };
}

async function inTheEnd<T>(work: Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const passing = setInterval(() => vi.advanceTimersByTime(100), 1);
  onTestFinished(() => clearInterval(passing));
  return work;
}

async function start() {
  vi.resetModules();
  return import("./account-lifecycle");
}

const heldStores = async () =>
  (await Dexie.getDatabaseNames()).filter((name) => name === databaseName(ADA.userId));

test("a sleeping tab does not block a sign-out, and its data is deleted at a later start", async () => {
  await openAccount(ADA);
  const sleeping = await openSleepingTab();
  await inTheEnd(leaveAccount(ADA, { discard: true }));
  expect([await currentAccount(), await likelyAccount()]).toEqual([null, null]);

  const still = await start();
  expect(await still.readCurrentAccount()).toBeNull();
  expect([await heldStores(), await accountsToDelete()]).toEqual([[databaseName(ADA.userId)], [ADA]]);
  sleeping.wake();
  const next = await start();
  expect(await next.readCurrentAccount()).toBeNull();
  await next.finishLeaving();
  expect([await heldStores(), await accountsToDelete()]).toEqual([[], []]);
});

test("a sign-in deletes a discarded store first, and fails while a tab has it open", async () => {
  await openAccount(ADA);
  const sleeping = await openSleepingTab();
  await inTheEnd(leaveAccount(ADA, { discard: true }));
  await expect(inTheEnd(openAccount(ADA))).rejects.toMatchObject({ name: "StorageError" });
  expect(await currentAccount()).toBeNull();
  await openAccount(BEA);
  expect(await currentAccount()).toEqual(BEA);

  sleeping.wake();
  await openAccount(ADA);
  const store = openTestStore({ userId: ADA.userId, indexedDB });
  expect(await store.shelves.count()).toBe(0);
  await store.shelves.add({
    id: "s2",
    name: "New",
    description: "",
    emoji: "",
    position: "a0",
    createdAt: "2026",
  });
  await (await start()).finishLeaving();
  expect(await store.shelves.count()).toBe(1);
  store.close();
});

test("an interrupted deletion runs at the next start, and other data stays", async () => {
  await openAccount(ADA);
  (await openSleepingTab()).wake();
  await leaveAccount(ADA, { discard: false });
  await (await start()).finishLeaving();
  expect(await heldStores()).toHaveLength(1);

  await openAccount(ADA);
  await clearCurrentAccount(ADA, { discard: true });
  expect(await currentAccount()).toBeNull();
  await (await start()).finishLeaving();
  expect(await heldStores()).toEqual([]);
});

test("discarding an account in its tab does not sign out another one", async () => {
  await openAccount(ADA);
  (await openSleepingTab()).wake();
  await openAccount(BEA);
  await leaveAccount(ADA, { discard: true });
  expect([await currentAccount(), await heldStores()]).toEqual([BEA, []]);
});

test("a storage error after the sign-out does not undo it", async () => {
  await openAccount(ADA);
  vi.spyOn(Dexie, "delete").mockImplementationOnce(() =>
    Dexie.Promise.reject(new DOMException("Internal error.", "UnknownError")),
  );
  await leaveAccount(ADA, { discard: true });
  expect(await currentAccount()).toBeNull();
});
