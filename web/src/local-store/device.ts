/** Which account this device opens. A database of its own, because a service worker cannot read localStorage. */
import { Dexie, type Table } from "dexie";
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

/** Signs this device out. What it holds of the account is deleted with `discard`, and otherwise waits for the next sign-in. */
export async function forgetAccount({ discard }: { discard: boolean }): Promise<void> {
  const account = await currentAccount();
  await device().accounts.delete("current");
  if (account && discard) await Dexie.delete(databaseName(account.userId));
}
