/** Which account this device opens. A database of its own, because a service worker cannot read localStorage. */
import { Dexie, liveQuery, type Table } from "dexie";
import { databaseName } from "./local-store";
import { storageSettled } from "./storage";
import { StoreTrouble } from "./store-trouble";

export type DeviceAccount = { userId: string; username: string };

/**
 * `current` is the account that is open; `left` the last one that was signed out here. A `doomed` one has taken everything along of which
 * something may still be here. No table of its own: a tab that sleeps with an older one open would keep this device from opening.
 */
type AccountKey = "current" | "left" | `doomed ${string}`;

class Device extends Dexie {
  declare readonly accounts: Table<DeviceAccount & { key: AccountKey }, AccountKey>;
  /** What this device has asked of its browser, so that it asks once. */
  declare readonly asked: Table<{ question: string }, string>;

  constructor() {
    super("shelv-device");
    this.version(2).stores({ accounts: "key", asked: "question" });
  }
}

let known: Device | undefined;

/** Not before it is settled where databases are; and open, also where an earlier try failed or the connection was lost. */
async function device(): Promise<Device> {
  await storageSettled();
  known ??= new Device();
  if (!known.isOpen()) await known.open();
  return known;
}

/** The account that this page last found open. */
let openHere: DeviceAccount | null = null;

export async function currentAccount(): Promise<DeviceAccount | null> {
  const { accounts } = await device();
  // In one transaction, since two screens may ask at the same moment.
  openHere = await accounts.db.transaction("rw", accounts, async () => (await accountIn(accounts)) ?? (await afterClearing(accounts)));
  return openHere;
}

/** A browser may clear its storage under an open page. Nobody has signed out then: the account is remembered anew. */
async function afterClearing(accounts: Device["accounts"]): Promise<DeviceAccount | null> {
  if (openHere === null || isKnown(await accounts.toArray())) return null;
  await remember(accounts, openHere);
  return openHere;
}

/** Whether this device still knows who is open here, or that nobody is. */
const isKnown = (rows: readonly { key: AccountKey }[]) => rows.some(({ key }) => key === "current" || key === "left");

async function accountIn(accounts: Device["accounts"]): Promise<DeviceAccount | null> {
  const account = await accounts.get("current");
  return account ? { userId: account.userId, username: account.username } : null;
}

/** Throws where a store of this account is still to be deleted: nobody's is opened that was discarded. */
export async function rememberAccount(account: DeviceAccount): Promise<void> {
  const { accounts } = await device();
  await accounts.db.transaction("rw", accounts, async () => {
    if (await isDoomed(accounts, account.userId)) throw new StoreTrouble("lost", null);
    await remember(accounts, account);
  });
}

const remember = (accounts: Device["accounts"], { userId, username }: DeviceAccount) =>
  accounts.bulkPut([{ key: "current", userId, username }, { key: "left", userId: "", username: "" }]);

/** True for the first who wants to ask the browser something, and only for the first. */
export async function isFirstToAsk(question: string): Promise<boolean> {
  const { asked } = await device();
  return asked.add({ question }).then(() => true, () => false);
}

/**
 * Signs an account out of this device. What the device holds of it is doomed with `discard`, and otherwise waits for the
 * next sign-in. Another account that has signed in meanwhile, in another tab, stays as it is.
 */
export async function forgetAccount({ userId, username }: DeviceAccount, { discard }: { discard: boolean }): Promise<void> {
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
const doomedKey = (userId: string) => `${DOOMED}${userId}` as const;

/** Never the one that is open, whatever another build of the app has marked or opened. */
const isDoomed = async (accounts: Device["accounts"], userId: string) =>
  (await accountIn(accounts))?.userId !== userId && (await accounts.get(doomedKey(userId))) !== undefined;

export async function doomedAccounts(): Promise<DeviceAccount[]> {
  const rows = await (await device()).accounts.toArray();
  const current = rows.find(({ key }) => key === "current");
  return rows.flatMap(({ key, userId, username }) => (key.startsWith(DOOMED) && userId !== current?.userId ? [{ userId, username }] : []));
}

/** Whether anything of an account is here that is not to be deleted. True of everybody where nothing is known: nobody has left a cleared storage. */
export async function heldHere(): Promise<(userId: string) => boolean> {
  const rows = await (await device()).accounts.toArray();
  if (!isKnown(rows)) return () => true;
  const current = rows.find(({ key }) => key === "current");
  const names = new Set(await Dexie.getDatabaseNames());
  return (userId) => userId === current?.userId || (names.has(databaseName(userId)) && !rows.some(({ key }) => key === doomedKey(userId)));
}

/** Deletes the store of an account if that is doomed. Waits for every tab that has it open, and one that sleeps may hold it for ever. */
export async function deleteDoomedStore(userId: string): Promise<void> {
  const { accounts } = await device();
  // Asked for while nobody can take the mark away: whoever signs in next opens a store that this does not delete.
  const asked = await accounts.db.transaction("rw", accounts, async () =>
    (await isDoomed(accounts, userId)) ? { deleted: Dexie.ignoreTransaction(() => Dexie.delete(databaseName(userId))) } : null);
  await asked?.deleted;
}

/** Nothing of a doomed account is here any more. */
export async function endDoom(userId: string): Promise<void> {
  await (await device()).accounts.delete(doomedKey(userId));
}

/** Calls when this device no longer opens this account, whichever tab it was; `isDiscarded` where it took everything along. Returns how to stop listening. */
export function onAccountLeft(userId: string, listener: (isDiscarded: boolean) => void): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const watch = (opened: Device) => {
    if (isStopped) return;
    const watching = liveQuery(() => opened.accounts.toArray()).subscribe((accounts) => {
      const current = accounts.find(({ key }) => key === "current");
      // Neither is a cleared storage.
      if (isKnown(accounts) && current?.userId !== userId) listener(accounts.some(({ key }) => key === doomedKey(userId)));
    });
    stop = () => watching.unsubscribe();
  };
  // A device that does not open now says nothing about who has left.
  device().then(watch, () => undefined);
  return () => {
    isStopped = true;
    stop?.();
  };
}
