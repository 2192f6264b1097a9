import { Dexie, liveQuery, type Table } from "dexie";
import { DEVICE_NAME, DEVICE_VERSION } from "#local-store/schema";

/** `addressProof`: see `CurrentUser`; undefined if the sign-in's answer had none. */
export type DeviceAccount = { userId: string; username: string; addressProof?: string | undefined };

export const databaseNames = (): Promise<string[]> => Dexie.getDatabaseNames();

export const deleteDatabase = (name: string): Promise<void> =>
  Dexie.ignoreTransaction(() => Dexie.delete(name));

/**
 * `current`: the open account; `left`: the last that signed out here; `doomed`: its data is to be deleted;
 * `replaced`: open when another signed in. One table: a sleeping tab would block the upgrade to a second.
 */
export type AccountKey = "current" | "left" | `doomed ${string}` | `replaced ${string}`;

export type AccountRow = { key: AccountKey } & DeviceAccount;

export type Accounts = DeviceDatabase["accounts"];

export class DeviceDatabase extends Dexie {
  declare readonly accounts: Table<AccountRow, AccountKey>;
  declare readonly asked: Table<{ question: string }, string>;

  constructor() {
    super(DEVICE_NAME);
    this.version(DEVICE_VERSION).stores({ accounts: "key", asked: "question" });
  }

  watchAccounts(listener: (accounts: AccountRow[]) => void): () => void {
    const watching = liveQuery(() => this.accounts.toArray()).subscribe(listener);
    return () => watching.unsubscribe();
  }
}
