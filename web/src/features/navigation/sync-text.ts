import { syncPhase, type SyncStatus } from "#sync/sync-status";
import { syncWords } from "#words/sync";

/** How syncing stands, in a few words. */
export function syncText(status: SyncStatus): string {
  switch (syncPhase(status)) {
    case "rejected": return syncWords.rejected(status.rejected);
    case "sign-in": return syncWords.signedOut(status.pending);
    case "outdated": return syncWords.outdated;
    case "offline": return status.pending === 0 ? syncWords.offlineSaved : syncWords.offline(status.pending);
    case "saved-here": return syncWords.savedHere;
    default: return syncWords.savedEverywhere;
  }
}
