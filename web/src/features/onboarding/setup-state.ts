import type { SyncStatus } from "#sync/sync-status";

/** The state of an account's setup, as far as this device knows. */
export type SetupState =
  /** Not known yet, but will be. */
  | "unknown"
  /** A device new to the account, offline. */
  | "unreachable"
  /** A device new to the account, whose session ended before its first pull. */
  | "signed-out"
  /** A device new to the account, with an app version that the server no longer supports. */
  | "outdated"
  /** A device new to the account, and a server with an error. */
  | "server-trouble"
  /** A device new to the account that cannot store the pull: it is full, or its storage does not answer. */
  | "full"
  | "lost"
  | "open"
  | "done";

/**
 * What the screen shows. During a new try it keeps the last failure, except "offline", which any answer disproves.
 */
export const shownState = (state: SetupState, lastKnown: SetupState): SetupState =>
  state === "unknown" && lastKnown !== "unreachable" ? lastKnown : state;

/** `completed` is null before the first pull, and undefined until that is known. Unknown never counts as "not completed". */
export function setupState(
  completed: boolean | null | undefined,
  { isKnown, signedOut, wrongUser, online, outdated, isForeign, serverTrouble, trouble }: SyncStatus,
): SetupState {
  if (completed === true) return "done";
  if (completed === false) return "open";
  if (!isKnown) return "unknown";
  if (signedOut || wrongUser || trouble === "gone") return "signed-out";
  if (trouble !== null) return trouble;
  if (outdated) return "outdated";
  if (!online || isForeign) return "unreachable";
  return serverTrouble ? "server-trouble" : "unknown";
}
