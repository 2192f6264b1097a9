import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { currentAccount, accountsToDelete, clearDeletionMark, clearCurrentAccount } from "./current-account";
import { databaseName } from "#local-store/schema";
import { likelyAccount, leaveAccount, openAccount } from "./account-lifecycle";
import { hintedAccount, hintedUsername, writeAccountHint } from "./account-hint";
import { setupAnswersKey } from "./setup-answers";
import { deviceSession } from "./tab-session";

const ADA = { userId: "u1", username: "ada" };
const BEA = { userId: "u2", username: "bea" };

const kept = new Map<string, string>();
/** Its keys are its own, as a browser's are. */
const storage = new Proxy(
  {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
  {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
);
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

test("who signs in here is the likely owner at the next start, until they leave", async () => {
  await openAccount(ADA);
  expect([await likelyAccount(), hintedUsername()]).toEqual([ADA, "ada"]);
  await leaveAccount(ADA, { discard: false });
  expect([await likelyAccount(), hintedUsername()]).toEqual([null, null]);
});

test("a store that is being deleted is nobody's likely store", async () => {
  await openAccount(ADA);
  const hints: unknown[] = [];
  vi.spyOn(Dexie, "delete").mockImplementationOnce(() => {
    hints.push(hintedAccount());
    return Dexie.Promise.resolve();
  });
  await leaveAccount(ADA, { discard: true });
  expect(hints).toEqual([null]);
});

test("who leaves takes nobody else's hint along", async () => {
  await openAccount(BEA);
  await leaveAccount(ADA, { discard: false });
  expect(hintedAccount()).toEqual(BEA);
});

test("what the setup was answered goes with everything else, and stays with what stays", async () => {
  const key = setupAnswersKey(ADA.userId);
  deviceSession.setItem(key, "{}");
  await openAccount(ADA);
  await leaveAccount(ADA, { discard: false });
  expect(deviceSession.getItem(key)).toBe("{}");
  await openAccount(ADA);
  await leaveAccount(ADA, { discard: true });
  expect(deviceSession.getItem(key)).toBeNull();
});

/** What an earlier page has left on this device. */
function answeredBefore(...userIds: string[]) {
  for (const userId of userIds) kept.set(setupAnswersKey(userId), "{}");
  return () => userIds.filter((userId) => kept.has(setupAnswersKey(userId)));
}

test("a tab that slept while an account left with everything drops its answers when it starts, and those of nobody else", async () => {
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
  // All by another tab: this one's session hears nothing of it.
  await clearCurrentAccount(ADA, { discard: true });
  await Dexie.delete(databaseName(ADA.userId));
  await clearDeletionMark(ADA.userId);
  await (await start()).finishLeaving();
  expect(answered()).toEqual([BEA.userId]);
});

test("a store that a sleeping tab still holds keeps no answers, and a storage that was cleared takes none", async () => {
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

test("a hint of a build that knew only names is no account", async () => {
  writeAccountHint(ADA);
  kept.delete("shelv-user-id");
  expect([await likelyAccount(), hintedUsername()]).toEqual([null, "ada"]);
});

/** A tab that has ADA's store open and hears nothing until it is awake again. */
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

/** With all time in the world gone by while it waits for another tab. */
async function inTheEnd<T>(work: Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const passing = setInterval(() => vi.advanceTimersByTime(100), 1);
  onTestFinished(() => clearInterval(passing));
  return work;
}

/** As a page that is loaded anew. */
async function start() {
  vi.resetModules();
  return import("./account-lifecycle");
}

const heldStores = async () =>
  (await Dexie.getDatabaseNames()).filter((name) => name === databaseName(ADA.userId));

test("a tab that sleeps with the store open keeps nobody here, and what it holds goes at a later start", async () => {
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

test("nobody signs in to a store that was discarded: it is deleted first, and they cannot while it is held", async () => {
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

test("what a page was cut off at before it deleted anything is done at the next start, and what was kept is kept", async () => {
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

test("who is discarded here in a tab of theirs signs out nobody else", async () => {
  await openAccount(ADA);
  (await openSleepingTab()).wake();
  await openAccount(BEA);
  await leaveAccount(ADA, { discard: true });
  expect([await currentAccount(), await heldStores()]).toEqual([BEA, []]);
});

test("a device that fails once the account has left keeps nobody here", async () => {
  await openAccount(ADA);
  vi.spyOn(Dexie, "delete").mockImplementationOnce(() =>
    Dexie.Promise.reject(new DOMException("Internal error.", "UnknownError")),
  );
  await leaveAccount(ADA, { discard: true });
  expect(await currentAccount()).toBeNull();
});
