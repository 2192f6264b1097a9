import { syncPhase, type SyncStatus } from "#sync/sync-status";
import { syncWords } from "#words/sync";

export function syncText(status: SyncStatus): string {
  const { pending } = status;
  switch (syncPhase(status)) {
    case "rejected":
      return syncWords.rejected(status.rejected);
    case "sign-in":
      return syncWords.signedOut(pending);
    case "outdated":
      return syncWords.outdated;
    case "trouble":
      return syncWords.trouble[status.trouble ?? "lost"];
    case "offline":
      return (status.isKept ? syncWords.offline : syncWords.offlineInThisTab)(pending);
    case "foreign":
      return syncWords.foreignAnswer(pending, savedHere(status));
    case "saving":
      return syncWords.saving;
    case "saved-here":
      return savedHere(status);
    default:
      return syncWords.savedEverywhere;
  }
}

const savedHere = ({ isKept, pending }: SyncStatus) =>
  (isKept ? syncWords.savedHere : syncWords.inThisTab)(pending);
