import type { StorageErrorKind } from "#local-store/storage-errors";
import type { SyncOutcome } from "./run-sync";

export type SyncStatus = {
  /** False until the store has answered. */
  isKnown: boolean;
  online: boolean;
  /** Changes, and pictures of theirs, that the server lacks. */
  pending: number;
  /** False after a failure, and if sending takes long. */
  isSending: boolean;
  rejected: number;
  signedOut: boolean;
  wrongUser: boolean;
  outdated: boolean;
  isForeign: boolean;
  serverTrouble: boolean;
  firstSyncDone: boolean;
  /** `gone` after a sign-out in another tab. */
  trouble: StorageErrorKind | null;
  /** False if all data is lost with the tab. */
  isKept: boolean;
};

export type SyncPhase =
  | "saved-everywhere"
  | "saving"
  | "saved-here"
  | "offline"
  | "rejected"
  | "foreign"
  | "sign-in"
  | "outdated"
  | "trouble";

/** What the owner must act on comes first, beginning with what blocks all syncing. */
export function syncPhase({
  online,
  pending,
  rejected,
  signedOut,
  wrongUser,
  outdated,
  isForeign,
  isSending,
  trouble,
}: SyncStatus): SyncPhase {
  if (trouble !== null) return "trouble";
  if (signedOut || wrongUser) return "sign-in";
  if (outdated) return "outdated";
  if (rejected > 0) return "rejected";
  if (!online) return "offline";
  if (isForeign) return "foreign";
  if (pending === 0) return "saved-everywhere";
  return isSending ? "saving" : "saved-here";
}

export const isOnItsWay = (outcome: SyncOutcome | null): boolean =>
  outcome === null || outcome === "synced" || outcome === "later";

export const reached = (outcome: SyncOutcome | null, browserOnline: boolean): boolean =>
  browserOnline && outcome !== "no-network";
