import type { Account } from "@shelv/contract/account";
import { early } from "#local-store/early-query";
import { accountOf } from "#local-store/queries";
import type { ReadableStore } from "#local-store/readable-store";
import { useStored } from "#sync/owner-context.tsx";
import { useNow } from "#ui/use-now";

const TOLD_ANEW_EVERY_MS = 60_000;

type AccountNow = { account: Account; /** ISO 8601. */ now: string };

/** The account and the time, which goes on while the screen stands. A trial that was just begun is not older than that. */
export function useAccountNow(): AccountNow | undefined {
  const asked = useStored(accountAsked);
  const now = new Date(useNow(TOLD_ANEW_EVERY_MS)).toISOString();
  return asked && { account: asked.account, now: now > asked.now ? now : asked.now };
}

/** With the time of the asking. */
const accountAsked = early(async (store: ReadableStore): Promise<AccountNow> => ({
  account: await accountOf(store),
  now: new Date().toISOString(),
}));
