import { syncPhase, type SyncStatus } from "#sync/sync-status";
import { syncWords } from "#words/sync";

/** How syncing stands, in a few words. */
export function syncText(status: SyncStatus): string {
  switch (syncPhase(status)) {
    case "rejected":
      return syncWords.rejected(status.rejected);
    case "sign-in":
      return syncWords.signedOut(status.pending);
    case "outdated":
      return syncWords.outdated;
    case "trouble":
      return syncWords.trouble[status.trouble ?? "lost"];
    case "offline":
      return status.pending === 0 ? nothingWaits(status) : syncWords.offline(status.pending);
    case "foreign":
      return syncWords.foreignAnswer(
        status.pending,
        status.isKept ? syncWords.savedHere : syncWords.inThisTab,
      );
    case "saved-here":
      return status.isKept ? syncWords.savedHere : syncWords.inThisTab;
    default:
      return syncWords.savedEverywhere;
  }
}

const nothingWaits = ({ isKept }: SyncStatus) =>
  isKept ? syncWords.offlineSaved : syncWords.offlineInThisTab;
