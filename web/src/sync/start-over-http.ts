import { callAs } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { httpSyncServer } from "./http-sync-server";
import type { SyncOutcome } from "./run-sync";
import { startSyncLoop, type SyncLoop } from "./sync-loop";
import { takeInGoneAccounts } from "./take-in-gone-accounts";

/** The loop of this tab over HTTP. Its first complete sync also looks for accounts of this device that no longer exist. */
export const startOverHttp = (
  store: LocalStore,
  userId: string,
  onOutcome: (outcome: SyncOutcome | null) => void,
): SyncLoop => {
  let hasLooked = false;
  return startSyncLoop(store, httpSyncServer(userId), (outcome) => {
    onOutcome(outcome);
    if (outcome !== "synced" || hasLooked) return;
    hasLooked = true;
    // What fails now is done at the next start.
    void takeInGoneAccounts(store, callAs(userId)).catch(() => undefined);
  });
};
