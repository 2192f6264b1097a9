import type { Account } from "@shelv/contract/account";
import type { LocalStore } from "#local-store/local-store";
import { accountOf } from "#local-store/queries";

/** The account with the time of the asking (ISO 8601), so that a trial that was just begun is not older than the screen. */
export const accountNow = async (store: LocalStore): Promise<{ account: Account; now: string }> => ({
  account: await accountOf(store),
  now: new Date().toISOString(),
});
