import type { SyncStatus } from "#sync/sync-status";

/** What this device knows of the setup. From "unreachable" on, the device is new to the account. */
export type SetupState =
  | "unknown"
  /** Offline. */
  | "unreachable"
  | "signed-out"
  | "outdated"
  | "server-trouble"
  | "full"
  | "lost"
  | "open"
  | "done";

/** A new try keeps the last failure, except "offline", which any answer disproves. */
export const shownState = (state: SetupState, lastKnown: SetupState): SetupState =>
  state === "unknown" && lastKnown !== "unreachable" ? lastKnown : state;

/**
 * `completed`: null before the first pull, undefined until that is known. Unknown is never "not completed".
 */
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
