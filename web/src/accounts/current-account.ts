/**
 * The account that is open on this device, in a database, because a service worker cannot read localStorage.
 */
import { databaseName, DEVICE_NAME, DEVICE_VERSION } from "#local-store/schema";
import type { AccountKey, AccountRow, Accounts, DeviceAccount, DeviceDatabase } from "./device-database";
import { loadCode } from "#local-store/boot/load-code";
import { openIdbReader } from "#local-store/boot/idb-reader";
import type { ReadableTable } from "#local-store/readable-store";
import { storageChosen } from "#local-store/storage-fallback";
import { StorageError } from "#local-store/storage-errors";

let known: DeviceDatabase | undefined;

/** Dexie, which neither the start (`readWithoutDexie`) nor most work of a service worker needs. */
const code = () => loadCode(() => import("./device-database"));

async function device(): Promise<DeviceDatabase> {
  const [{ DeviceDatabase }] = await Promise.all([code(), storageChosen()]);
  known ??= new DeviceDatabase();
  if (!known.isOpen()) await known.open();
  return known;
}

let lastFound: DeviceAccount | null = null;

export async function currentAccount(): Promise<DeviceAccount | null> {
  const account = await readWithoutDexie();
  if (account) return (lastFound = account);
  const { accounts } = await device();
  // Two screens may call this at once.
  lastFound = await accounts.db.transaction(
    "rw",
    accounts,
    async () => (await accountIn(accounts)) ?? (await afterClearing(accounts)),
  );
  return lastFound;
}

/** A browser may clear the storage under an open page. That is no sign-out: the account is stored again. */
async function afterClearing(accounts: Accounts): Promise<DeviceAccount | null> {
  if (lastFound === null || isKnown(await accounts.toArray())) return null;
  await remember(accounts, lastFound);
  return lastFound;
}

/** Even if it is closed now. False after the browser cleared the storage. */
export const hasAccountHistory = async (): Promise<boolean> =>
  isKnown(await (await device()).accounts.toArray());

const isKnown = (rows: readonly { key: AccountKey }[]) =>
  rows.some(({ key }) => key === "current" || key === "left");

async function accountIn(
  accounts: Pick<ReadableTable<AccountRow, AccountKey>, "get">,
): Promise<DeviceAccount | null> {
  const account = await accounts.get("current");
  return account ? accountOf(account) : null;
}

const accountOf = ({ userId, username, addressProof }: AccountRow): DeviceAccount =>
  addressProof === undefined ? { userId, username } : { userId, username, addressProof };

/** Null proves nothing: Dexie reads again. */
async function readWithoutDexie(): Promise<DeviceAccount | null> {
  await storageChosen();
  const database = await openIdbReader(DEVICE_NAME, DEVICE_VERSION);
  try {
    return database && (await accountIn(database.table("accounts")));
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

/** Throws while a discarded store of the account is not deleted yet. */
export async function setCurrentAccount(account: DeviceAccount): Promise<void> {
  const { accounts } = await device();
  await accounts.db.transaction("rw", accounts, async () => {
    if (await isMarked(accounts, account.userId)) throw new StorageError("lost", null);
    const before = await accountIn(accounts);
    if (before && before.userId !== account.userId)
      await accounts.put({ key: replacedKey(before.userId), ...before });
    await accounts.delete(replacedKey(account.userId));
    await remember(accounts, account);
  });
}

const remember = (accounts: Accounts, account: DeviceAccount) =>
  accounts.bulkPut([
    { key: "current", ...account },
    { key: "left", userId: "", username: "" },
  ]);

/** True once per device and question. */
export async function isFirstToAsk(question: string): Promise<boolean> {
  const { asked } = await device();
  return asked.add({ question }).then(
    () => true,
    () => false,
  );
}

/**
 * `discard` marks the account's data for deletion, otherwise it waits for the next sign-in. An account that
 * has signed in in another tab stays open.
 */
export async function clearCurrentAccount(
  { userId, username }: DeviceAccount,
  { discard }: { discard: boolean },
): Promise<void> {
  const { accounts } = await device();
  // In one transaction: a marked store is never opened, and the mark is never lost.
  await accounts.db.transaction("rw", accounts, async () => {
    if (discard) await accounts.put({ key: toDeleteKey(userId), userId, username });
    if ((await accountIn(accounts))?.userId !== userId) return;
    await accounts.delete("current");
    await accounts.put({ key: "left", userId, username });
  });
}

const TO_DELETE = "doomed ";
const REPLACED = "replaced ";
const toDeleteKey = (userId: string) => `${TO_DELETE}${userId}` as const;
const replacedKey = (userId: string) => `${REPLACED}${userId}` as const;

/** The open account is never marked, whatever another build has written. */
const isMarked = async (accounts: Accounts, userId: string) =>
  (await accountIn(accounts))?.userId !== userId && (await accounts.get(toDeleteKey(userId))) !== undefined;

export const accountsToDelete = (): Promise<DeviceAccount[]> => closedAccounts(TO_DELETE);

/** Open when another account signed in, and not since. */
export const replacedAccounts = (): Promise<DeviceAccount[]> => closedAccounts(REPLACED);

async function closedAccounts(kind: typeof TO_DELETE | typeof REPLACED): Promise<DeviceAccount[]> {
  const rows = await (await device()).accounts.toArray();
  const current = rows.find(({ key }) => key === "current");
  return rows.flatMap((row) =>
    row.key.startsWith(kind) && row.userId !== current?.userId ? [accountOf(row)] : [],
  );
}

/**
 * Whether an account has data here that is not marked for deletion. True for all once the storage was
 * cleared.
 */
export async function storedAccounts(): Promise<(userId: string) => boolean> {
  const rows = await (await device()).accounts.toArray();
  if (!isKnown(rows)) return () => true;
  const current = rows.find(({ key }) => key === "current");
  const names = new Set(await (await code()).databaseNames());
  return (userId) =>
    userId === current?.userId ||
    (names.has(databaseName(userId)) && !rows.some(({ key }) => key === toDeleteKey(userId)));
}

/** Waits for every tab that has the marked store open: a sleeping one may keep it open forever. */
export async function deleteMarkedStore(userId: string): Promise<void> {
  const [{ deleteDatabase }, { accounts }] = await Promise.all([code(), device()]);
  // Requested while the mark cannot change: otherwise it could delete the store of the next sign-in.
  const requested = await accounts.db.transaction("rw", accounts, async () =>
    (await isMarked(accounts, userId)) ? { deleted: deleteDatabase(databaseName(userId)) } : null,
  );
  await requested?.deleted;
}

export async function clearDeletionMark(userId: string): Promise<void> {
  await (await device()).accounts.bulkDelete([toDeleteKey(userId), replacedKey(userId)]);
}

/** Any tab may close the account. `isDiscarded`: its data will be deleted. */
export function onAccountLeft(userId: string, listener: (isDiscarded: boolean) => void): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const watch = (opened: DeviceDatabase) => {
    if (isStopped) return;
    stop = opened.watchAccounts((accounts) => {
      const current = accounts.find(({ key }) => key === "current");
      // After the storage was cleared, no account has left.
      if (isKnown(accounts) && current?.userId !== userId)
        listener(accounts.some(({ key }) => key === toDeleteKey(userId)));
    });
  };
  // A database that does not open proves no sign-out.
  device().then(watch, () => undefined);
  return () => {
    isStopped = true;
    stop?.();
  };
}
