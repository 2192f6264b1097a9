import type { Account } from "@shelv/contract/account";
import { FIRST_SINGLES } from "@shelv/contract/owner-tables";
import type { LocalStore } from "#local-store/local-store";
import { accountOf } from "#local-store/queries";

/** The account with the time of the asking (ISO 8601), so that a trial that was just begun is not older than the screen. */
export const accountNow = async (store: LocalStore): Promise<{ account: Account; now: string }> => ({
  account: (await accountOf(store)) ?? FIRST_SINGLES.account,
  now: new Date().toISOString(),
});
