import { currentAccount } from "#local-store/device";
import { LocalStore } from "#local-store/local-store";
import { pendingCount } from "#local-store/queries";
import { rejectedGroupCount } from "#outbox/rejected-groups";
import { showBadge } from "#ui/app-badge";
import { httpSyncServer } from "./http-sync-server";
import { runSync, type SyncOutcome } from "./run-sync";

const WORTH_RETRYING = new Set<SyncOutcome>(["later", "no-network", "foreign-answer", "server-trouble"]);

/** One sync of the account that this device opens. Throws while something is unsent, so that the browser tries again. */
export async function syncOnce(): Promise<void> {
  const account = await currentAccount();
  if (!account) return;
  const store = new LocalStore(account.userId);
  try {
    const outcome = await runSync(store, httpSyncServer(account.userId));
    await showBadge(await rejectedGroupCount(store));
    if (WORTH_RETRYING.has(outcome) && (await pendingCount(store)) > 0)
      throw new Error(`Not everything was sent: ${outcome}`);
  } finally {
    store.close();
  }
}
