import { Dexie, liveQuery, type Table } from "dexie";
import { DEVICE_NAME, DEVICE_VERSION } from "#local-store/schema";
import type { DeviceAccount } from "./current-account";

/** By their names. */
export const databasesHere = (): Promise<string[]> => Dexie.getDatabaseNames();

/** Not as a part of the transaction in which it is asked for. */
export const deleteDatabase = (name: string): Promise<void> =>
  Dexie.ignoreTransaction(() => Dexie.delete(name));

/**
 * `current` is the account that is open; `left` the last one that was signed out here. A `doomed` one has taken everything along of which
 * something may still be here. A `replaced` one was open when another account signed in without a sign-out. No table of its own: a tab that sleeps with an older one open would keep this device from opening.
 */
export type AccountKey = "current" | "left" | `doomed ${string}` | `replaced ${string}`;

export type AccountRow = DeviceAccount & { key: AccountKey };

export type Accounts = DeviceDatabase["accounts"];

export class DeviceDatabase extends Dexie {
  declare readonly accounts: Table<AccountRow, AccountKey>;
  /** What this device has asked of its browser, so that it asks once. */
  declare readonly asked: Table<{ question: string }, string>;

  constructor() {
    super(DEVICE_NAME);
    this.version(DEVICE_VERSION).stores({ accounts: "key", asked: "question" });
  }

  /** Calls with each of them, at once and after each change, whichever tab made it. Returns how to stop listening. */
  watchAccounts(listener: (accounts: AccountRow[]) => void): () => void {
    const watching = liveQuery(() => this.accounts.toArray()).subscribe(listener);
    return () => watching.unsubscribe();
  }
}
