/** Which account this device opens. A database of its own, because a service worker cannot read localStorage. */
import { Dexie, liveQuery, type Table } from "dexie";
import { databaseName } from "./local-store";
import { storageSettled } from "./storage";

export type DeviceAccount = { userId: string; username: string };

class Device extends Dexie {
  declare readonly accounts: Table<DeviceAccount & { key: "current" }, "current">;
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

export const currentAccount = async (): Promise<DeviceAccount | null> => accountIn(await device());

async function accountIn({ accounts }: Device): Promise<DeviceAccount | null> {
  const account = await accounts.get("current");
  return account ? { userId: account.userId, username: account.username } : null;
}

export async function rememberAccount({ userId, username }: DeviceAccount): Promise<void> {
  await (await device()).accounts.put({ key: "current", userId, username });
}

/** True for the first who wants to ask the browser something, and only for the first. */
export async function isFirstToAsk(question: string): Promise<boolean> {
  const { asked } = await device();
  return asked.add({ question }).then(() => true, () => false);
}

/**
 * Signs an account out of this device. What the device holds of it is deleted with `discard`, and otherwise waits for the
 * next sign-in. Another account that has signed in meanwhile, in another tab, stays as it is.
 */
export async function forgetAccount(userId: string, { discard }: { discard: boolean }): Promise<void> {
  // First, because other tabs leave as soon as they hear that the account has gone.
  if (discard) await Dexie.delete(databaseName(userId));
  const { accounts } = await device();
  await accounts.where({ key: "current" }).and((account) => account.userId === userId).delete();
}

/** Calls when this device no longer opens this account, whichever tab it was. Returns how to stop listening. */
export function onAccountLeft(userId: string, listener: () => void): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const watch = (opened: Device) => {
    if (isStopped) return;
    const watching = liveQuery(() => accountIn(opened)).subscribe((account) => {
      if (account?.userId !== userId) listener();
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
