import { NO_OP } from "@shelv/contract/sync";
import { Dexie } from "dexie";
import "#local-store/testing/dexie-in-memory";
import { beforeEach, expect, test, vi } from "vitest";
import type { OwnersCall } from "#api/call";
import { databaseName, type NewEntry } from "#local-store/schema";
import {
  clearDeletionMark,
  clearCurrentAccount,
  setCurrentAccount,
  replacedAccounts,
} from "./current-account";
import { LocalStore } from "#local-store/local-store";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { ACCOUNT_GONE, rescueChangesOfDeletedAccounts } from "./rescue-changes-of-deleted-accounts";

vi.stubGlobal("indexedDB", Dexie.dependencies.indexedDB);

const PROOF = "proof of ada@example.com";
let [old, fresh] = [
  { userId: "", username: "ada", addressProof: PROOF },
  { userId: "", username: "ada2", addressProof: PROOF },
];

const entry = (opId: string, change: Partial<NewEntry> = {}): NewEntry => ({
  opId,
  name: "shelf.create",
  v: 1,
  args: { id: opId, name: `Typed ${opId}` },
  pictures: ["0".repeat(64)],
  rows: [opId],
  at: 1,
  ...change,
});

async function inStore<T>(
  { userId }: { userId: string },
  act: (store: LocalStore) => Promise<T>,
): Promise<T> {
  const store = new LocalStore(userId);
  try {
    return await act(store);
  } finally {
    store.close();
  }
}

async function rescue(exists: boolean): Promise<string[]> {
  const asked: string[] = [];
  const call = async (_: unknown, { params }: { params: { id: string } }) => {
    asked.push(params.id);
    return { exists };
  };
  await inStore(fresh, (store) => rescueChangesOfDeletedAccounts(store, call as unknown as OwnersCall));
  return asked;
}

const trayOf = (account: { userId: string }) => inStore(account, (store) => store.rejected.toArray());
const isHere = async ({ userId }: { userId: string }) =>
  (await Dexie.getDatabaseNames()).includes(databaseName(userId));

beforeEach(async () => {
  const userIds = [crypto.randomUUID(), crypto.randomUUID()] as const;
  [old, fresh] = [
    { userId: userIds[0], username: "ada", addressProof: PROOF },
    { userId: userIds[1], username: "ada2", addressProof: PROOF },
  ];
  await setCurrentAccount(old);
  for (const replaced of await replacedAccounts()) await clearDeletionMark(replaced.userId);
  await inStore(old, async (store) => {
    await writeMeta(store, { ...(await readMeta(store)), lastMid: 1 });
    await store.outbox.bulkAdd([
      entry("acknowledged"),
      entry("unsent"),
      entry("nothing", { name: NO_OP }),
      entry("given-up", { isGivenUp: true }),
    ]);
    const { mid: _, ...rejected } = entry("rejected");
    await store.rejected.add({
      ...rejected,
      code: "shelf-limit",
      message: "No room",
      rejectedAt: 2,
      isTold: true,
    });
  });
});

test("pending and rejected changes of a deleted account move to the tray of the account that is open now", async () => {
  await setCurrentAccount(fresh);
  expect(await rescue(false)).toEqual([old.userId]);
  const tray = await trayOf(fresh);
  expect(tray.map(({ opId, args }) => [opId, (args as { name: string }).name])).toEqual([
    ["given-up", "Typed given-up"],
    ["rejected", "Typed rejected"],
    ["unsent", "Typed unsent"],
  ]);
  expect(new Set(tray.map(({ code, pictures, isTold }) => [code, pictures.length, isTold].join()))).toEqual(
    new Set([`${ACCOUNT_GONE},0,`]),
  );
  expect(tray[0]?.message).toContain("@ada");
  expect(await inStore(fresh, (store) => store.outbox.count())).toBe(0);
  expect([await isHere(old), await replacedAccounts()]).toEqual([false, []]);
  expect(await rescue(false)).toEqual([]);
});

test("an account that still exists keeps its pending changes for its next sign-in", async () => {
  await setCurrentAccount(fresh);
  expect(await rescue(true)).toEqual([old.userId]);
  expect(await trayOf(fresh)).toEqual([]);
  expect(await inStore(old, (store) => store.outbox.count())).toBe(4);
  await setCurrentAccount(old);
  expect((await replacedAccounts()).map(({ userId }) => userId)).toEqual([fresh.userId]);
});

test("changes of an account that signed out are never shown to another", async () => {
  await clearCurrentAccount(old, { discard: false });
  await setCurrentAccount(fresh);
  expect(await rescue(false)).toEqual([]);
  expect([await trayOf(fresh), await isHere(old)]).toEqual([[], true]);
});

test("after an interrupted run, the next one adds no change twice", async () => {
  await setCurrentAccount(fresh);
  const { mid: _, ...unsent } = entry("unsent");
  await inStore(fresh, (store) =>
    store.rejected.add({ ...unsent, code: ACCOUNT_GONE, message: "", rejectedAt: 1, isTold: true }),
  );
  await rescue(false);
  const tray = await trayOf(fresh);
  expect(tray.map(({ opId }) => opId)).toEqual(["given-up", "rejected", "unsent"]);
  expect(tray.find(({ opId }) => opId === "unsent")?.isTold).toBe(true);
});

test.each([
  ["another person", PROOF, "proof of bob@example.com", false],
  ["a person whose device stored no proof for the old account", undefined, PROOF, false],
  ["a person whose own address the server has not proved yet", PROOF, undefined, true],
])("%s sees nothing of a deleted account's changes", async (_, oldProof, proof, isStored) => {
  await setCurrentAccount({ ...old, addressProof: oldProof });
  await setCurrentAccount({ ...fresh, addressProof: proof });
  await rescue(false);
  expect([await trayOf(fresh), await isHere(old)]).toEqual([[], isStored]);
  expect((await replacedAccounts()).length).toBe(isStored ? 1 : 0);
});
