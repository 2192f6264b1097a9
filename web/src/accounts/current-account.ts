/** Which account this device opens. A database of its own, because a service worker cannot read localStorage. */
import { databaseName, DEVICE_NAME, DEVICE_VERSION } from "#local-store/schema";
import type { AccountKey, AccountRow, Accounts, DeviceDatabase } from "./device-database";
import { loadCode } from "#local-store/boot/load-code";
import { openPlainDatabase } from "#local-store/boot/idb-reader";
import type { ReadableTable } from "#local-store/readable-store";
import { storageSettled } from "#local-store/boot/storage-fallback";
import { StoreTrouble } from "#local-store/storage-errors";

export type DeviceAccount = { userId: string; username: string };

let known: DeviceDatabase | undefined;

/** Its code is not needed to open the app (`accountThere`), nor for most of what a service worker does. */
const code = () => loadCode(() => import("./device-database"));

/** Not before it is settled where databases are; and open, also where an earlier try failed or the connection was lost. */
async function device(): Promise<DeviceDatabase> {
  const [{ DeviceDatabase }] = await Promise.all([code(), storageSettled()]);
  known ??= new DeviceDatabase();
  if (!known.isOpen()) await known.open();
  return known;
}

/** The account that this page last found open. */
let openHere: DeviceAccount | null = null;

export async function currentAccount(): Promise<DeviceAccount | null> {
  const there = await accountThere();
  if (there) return (openHere = there);
  const { accounts } = await device();
  // In one transaction, since two screens may ask at the same moment.
  openHere = await accounts.db.transaction(
    "rw",
    accounts,
    async () => (await accountIn(accounts)) ?? (await afterClearing(accounts)),
  );
  return openHere;
}

/** A browser may clear its storage under an open page. Nobody has signed out then: the account is remembered anew. */
async function afterClearing(accounts: Accounts): Promise<DeviceAccount | null> {
  if (openHere === null || isKnown(await accounts.toArray())) return null;
  await remember(accounts, openHere);
  return openHere;
}

/** Whether this device still knows who is open here, or that nobody is. */
const isKnown = (rows: readonly { key: AccountKey }[]) =>
  rows.some(({ key }) => key === "current" || key === "left");

async function accountIn(
  accounts: Pick<ReadableTable<AccountRow, AccountKey>, "get">,
): Promise<DeviceAccount | null> {
  const account = await accounts.get("current");
  return account ? { userId: account.userId, username: account.username } : null;
}

/** Who is open here, where that can be read without Dexie. Null says nothing. */
async function accountThere(): Promise<DeviceAccount | null> {
  await storageSettled();
  const database = await openPlainDatabase(DEVICE_NAME, DEVICE_VERSION);
  try {
    return database && (await accountIn(database.table("accounts")));
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

/** Throws where a store of this account is still to be deleted: nobody's is opened that was discarded. */
export async function rememberAccount(account: DeviceAccount): Promise<void> {
  const { accounts } = await device();
  await accounts.db.transaction("rw", accounts, async () => {
    if (await isDoomed(accounts, account.userId)) throw new StoreTrouble("lost", null);
    const before = await accountIn(accounts);
    if (before && before.userId !== account.userId)
      await accounts.put({ key: replacedKey(before.userId), ...before });
    await accounts.delete(replacedKey(account.userId));
    await remember(accounts, account);
  });
}

const remember = (accounts: Accounts, { userId, username }: DeviceAccount) =>
  accounts.bulkPut([
    { key: "current", userId, username },
    { key: "left", userId: "", username: "" },
  ]);

/** True for the first who wants to ask the browser something, and only for the first. */
export async function isFirstToAsk(question: string): Promise<boolean> {
  const { asked } = await device();
  return asked.add({ question }).then(
    () => true,
    () => false,
  );
}

/**
 * Signs an account out of this device. What the device holds of it is doomed with `discard`, and otherwise waits for the
 * next sign-in. Another account that has signed in meanwhile, in another tab, stays as it is.
 */
export async function forgetAccount(
  { userId, username }: DeviceAccount,
  { discard }: { discard: boolean },
): Promise<void> {
  const { accounts } = await device();
  // In one transaction: whatever ends this page, nobody opens what is to be deleted, and that is not forgotten either.
  await accounts.db.transaction("rw", accounts, async () => {
    if (discard) await accounts.put({ key: doomedKey(userId), userId, username });
    if ((await accountIn(accounts))?.userId !== userId) return;
    await accounts.delete("current");
    await accounts.put({ key: "left", userId, username });
  });
}

const DOOMED = "doomed ";
const REPLACED = "replaced ";
const doomedKey = (userId: string) => `${DOOMED}${userId}` as const;
const replacedKey = (userId: string) => `${REPLACED}${userId}` as const;

/** Never the one that is open, whatever another build of the app has marked or opened. */
const isDoomed = async (accounts: Accounts, userId: string) =>
  (await accountIn(accounts))?.userId !== userId && (await accounts.get(doomedKey(userId))) !== undefined;

export const doomedAccounts = (): Promise<DeviceAccount[]> => closedAccounts(DOOMED);

/** Accounts that were open here when another one signed in, and were not opened since. */
export const replacedAccounts = (): Promise<DeviceAccount[]> => closedAccounts(REPLACED);

async function closedAccounts(kind: typeof DOOMED | typeof REPLACED): Promise<DeviceAccount[]> {
  const rows = await (await device()).accounts.toArray();
  const current = rows.find(({ key }) => key === "current");
  return rows.flatMap(({ key, userId, username }) =>
    key.startsWith(kind) && userId !== current?.userId ? [{ userId, username }] : [],
  );
}

/** Whether anything of an account is here that is not to be deleted. True of everybody where nothing is known: nobody has left a cleared storage. */
export async function heldHere(): Promise<(userId: string) => boolean> {
  const rows = await (await device()).accounts.toArray();
  if (!isKnown(rows)) return () => true;
  const current = rows.find(({ key }) => key === "current");
  const names = new Set(await (await code()).databasesHere());
  return (userId) =>
    userId === current?.userId ||
    (names.has(databaseName(userId)) && !rows.some(({ key }) => key === doomedKey(userId)));
}

/** Deletes the store of an account if that is doomed. Waits for every tab that has it open, and one that sleeps may hold it for ever. */
export async function deleteDoomedStore(userId: string): Promise<void> {
  const [{ deleteDatabase }, { accounts }] = await Promise.all([code(), device()]);
  // Asked for while nobody can take the mark away: whoever signs in next opens a store that this does not delete.
  const asked = await accounts.db.transaction("rw", accounts, async () =>
    (await isDoomed(accounts, userId)) ? { deleted: deleteDatabase(databaseName(userId)) } : null,
  );
  await asked?.deleted;
}

/** Nothing of a doomed account is here any more. */
export async function endDoom(userId: string): Promise<void> {
  await (await device()).accounts.bulkDelete([doomedKey(userId), replacedKey(userId)]);
}

/** Calls when this device no longer opens this account, whichever tab it was; `isDiscarded` where it took everything along. Returns how to stop listening. */
export function onAccountLeft(userId: string, listener: (isDiscarded: boolean) => void): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const watch = (opened: DeviceDatabase) => {
    if (isStopped) return;
    stop = opened.watchAccounts((accounts) => {
      const current = accounts.find(({ key }) => key === "current");
      // Neither is a cleared storage.
      if (isKnown(accounts) && current?.userId !== userId)
        listener(accounts.some(({ key }) => key === doomedKey(userId)));
    });
  };
  // A device that does not open now says nothing about who has left.
  device().then(watch, () => undefined);
  return () => {
    isStopped = true;
    stop?.();
  };
}
