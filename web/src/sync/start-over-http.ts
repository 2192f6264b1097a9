import type { LocalStore } from "#local-store/local-store";
import { httpSyncServer } from "./http-sync-server";
import type { SyncOutcome } from "./run-sync";
import { startSyncLoop, type SyncLoop } from "./sync-loop";

/** The loop of this tab, with the server that it came from. */
export const startOverHttp = (
  store: LocalStore,
  userId: string,
  onOutcome: (outcome: SyncOutcome | null) => void,
): SyncLoop => startSyncLoop(store, httpSyncServer(userId), onOutcome);
