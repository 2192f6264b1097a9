/** Which account this device opens. A database of its own, because a service worker cannot read localStorage. */
import { Dexie, liveQuery, type Table } from "dexie";
import { databaseName } from "./local-store";
import { storageSettled } from "./storage";

export type DeviceAccount = { userId: string; username: string };

class Device extends Dexie {
  /** `current` is the account that is open; `left` the last one that was signed out here. */
  declare readonly accounts: Table<DeviceAccount & { key: "current" | "left" }, string>;
  /** What this device has asked of its browser, so that it asks once. */
  declare readonly asked: Table<{ question: string }, string>;

  constructor() {
    super("shelv-device");
    this.version(1).stores({ accounts: "key" });
    this.version(2).stores({ asked: "question" });
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
  if (openHere === null || (await accounts.count()) > 0) return null;
  await remember(accounts, openHere);
  return openHere;
}

async function accountIn(accounts: Device["accounts"]): Promise<DeviceAccount | null> {
  const account = await accounts.get("current");
  return account ? { userId: account.userId, username: account.username } : null;
}

export async function rememberAccount(account: DeviceAccount): Promise<void> {
  await remember((await device()).accounts, account);
}

const remember = (accounts: Device["accounts"], { userId, username }: DeviceAccount) =>
  accounts.bulkPut([{ key: "current", userId, username }, { key: "left", userId: "", username: "" }]);

/** True for the first who wants to ask the browser something, and only for the first. */
export async function isFirstToAsk(question: string): Promise<boolean> {
  const { asked } = await device();
  return asked.add({ question }).then(() => true, () => false);
}

/**
 * Signs an account out of this device. What the device holds of it is deleted with `discard`, and otherwise waits for the
 * next sign-in. Another account that has signed in meanwhile, in another tab, stays as it is.
 */
export async function forgetAccount({ userId, username }: DeviceAccount, { discard }: { discard: boolean }): Promise<void> {
  // First, because other tabs leave as soon as they hear that the account has gone.
  if (discard) await Dexie.delete(databaseName(userId));
  const { accounts } = await device();
  await accounts.db.transaction("rw", accounts, async () => {
    if ((await accountIn(accounts))?.userId !== userId) return;
    await accounts.delete("current");
    await accounts.put({ key: "left", userId, username });
  });
}

/** Calls when this device no longer opens this account, whichever tab it was. Returns how to stop listening. */
export function onAccountLeft(userId: string, listener: () => void): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const watch = (opened: Device) => {
    if (isStopped) return;
    const watching = liveQuery(() => opened.accounts.toArray()).subscribe((accounts) => {
      const current = accounts.find(({ key }) => key === "current");
      // Nothing at all is a cleared storage.
      if (accounts.length > 0 && current?.userId !== userId) listener();
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
