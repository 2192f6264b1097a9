import type { StorageErrorKind } from "#local-store/storage-errors";
import type { SyncOutcome } from "./run-sync";

/** What an owner wants to know about their changes. */
export type SyncStatus = {
  /** False for the moment until the store has answered: until then nothing may be claimed. */
  isKnown: boolean;
  online: boolean;
  /** Changes, and pictures of them, that the server does not have yet. */
  pending: number;
  /** What is pending is being sent. Not after an attempt that failed, and not where sending takes long. */
  isSending: boolean;
  /** Rejected changes, as many as the tray shows. */
  rejected: number;
  /** Sending has stopped until the owner signs in again; editing goes on. */
  signedOut: boolean;
  /** The browser is signed in as somebody else. */
  wrongUser: boolean;
  /** The server no longer understands this version of the app. */
  outdated: boolean;
  /** Something on the network answers in the server's place. */
  isForeign: boolean;
  /** The server was reached, and has trouble of its own. */
  serverTrouble: boolean;
  /** Whether this device has ever had the account's rows. */
  firstSyncDone: boolean;
  /** What keeps this device from storing things, if anything does: `gone` where the account was signed out. */
  trouble: StorageErrorKind | null;
  /** False where everything is gone with the tab. */
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

/**
 * The one thing to say. What the owner has to act on comes first, and of that what holds up all the rest: without a session
 * a refused change cannot even be tried again, and the navigation counts those anyway.
 */
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

/** Whether the last outcome lets what is pending be sent: after a failure only the next answer does. */
export const isOnItsWay = (outcome: SyncOutcome | null): boolean =>
  outcome === null || outcome === "synced" || outcome === "later";

/** Whether the last outcome says that the server was reached. */
export const reached = (outcome: SyncOutcome | null, browserOnline: boolean): boolean =>
  browserOnline && outcome !== "no-network";
