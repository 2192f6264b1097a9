/** Which account this device opens. A database of its own, because a service worker cannot read localStorage. */
import { Dexie, liveQuery, type Table } from "dexie";
import { databaseName } from "./local-store";

export type DeviceAccount = { userId: string; username: string };

class Device extends Dexie {
  declare readonly accounts: Table<DeviceAccount & { key: "current" }, "current">;

  constructor() {
    super("shelv-device");
    this.version(1).stores({ accounts: "key" });
  }
}

let opened: Device | undefined;
const device = () => (opened ??= new Device());

export async function currentAccount(): Promise<DeviceAccount | null> {
  const account = await device().accounts.get("current");
  return account ? { userId: account.userId, username: account.username } : null;
}

export async function rememberAccount({ userId, username }: DeviceAccount): Promise<void> {
  await device().accounts.put({ key: "current", userId, username });
}

/**
 * Signs an account out of this device. What the device holds of it is deleted with `discard`, and otherwise waits for the
 * next sign-in. Another account that has signed in meanwhile, in another tab, stays as it is.
 */
export async function forgetAccount(userId: string, { discard }: { discard: boolean }): Promise<void> {
  // First, because other tabs leave as soon as they hear that the account has gone.
  if (discard) await Dexie.delete(databaseName(userId));
  await device().transaction("rw", device().accounts, async () => {
    if ((await device().accounts.get("current"))?.userId === userId) await device().accounts.delete("current");
  });
}

/** Calls when this device no longer opens this account, whichever tab it was. Returns how to stop listening. */
export function onAccountLeft(userId: string, listener: () => void): () => void {
  const watching = liveQuery(currentAccount).subscribe((account) => {
    if (account?.userId !== userId) listener();
  });
  return () => watching.unsubscribe();
}
