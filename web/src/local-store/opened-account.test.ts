import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { likelyAccount, leaveAccount, openAccount } from "./opened-account";
import { hintedAccount, hintedOwner, noteOwner } from "./owner-hint";

const ADA = { userId: "u1", username: "ada" };
const BEA = { userId: "u2", username: "bea" };

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

beforeEach(() => {
  kept.clear();
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
});

test("who signs in here is the likely owner at the next start, until they leave", async () => {
  await openAccount(ADA);
  expect([await likelyAccount(), hintedOwner()]).toEqual([ADA, "ada"]);
  await leaveAccount(ADA, { discard: false });
  expect([await likelyAccount(), hintedOwner()]).toEqual([null, null]);
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

test("a hint of a build that knew only names is no account", async () => {
  noteOwner(ADA);
  kept.delete("shelv-user-id");
  expect([await likelyAccount(), hintedOwner()]).toEqual([null, "ada"]);
});
