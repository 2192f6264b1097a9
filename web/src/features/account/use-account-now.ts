import type { Account } from "@shelv/contract/rows/account";
import { accountOf } from "#local-store/queries";
import { type ReadableStore, bootQuery } from "#local-store/readable-store";
import { useLiveQuery } from "#local-store/use-live-query";
import { useNow } from "#platform/react/use-now";

const UPDATE_EVERY_MS = 60_000;

type AccountNow = { account: Account; /** ISO 8601. */ now: string };

/** The time updates while the screen is open, but is never before the read: a new trial has not ended. */
export function useAccountNow(): AccountNow | undefined {
  const asked = useLiveQuery(accountAsked);
  const now = new Date(useNow(UPDATE_EVERY_MS)).toISOString();
  return asked && { account: asked.account, now: now > asked.now ? now : asked.now };
}

const accountAsked = bootQuery(async (store: ReadableStore): Promise<AccountNow> => ({
  account: await accountOf(store),
  now: new Date().toISOString(),
}));
