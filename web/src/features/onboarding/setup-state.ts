import type { SyncStatus } from "#sync/sync-status";

/** Where an account stands with its setup, as far as this device can say. */
export type SetupState =
  /** Not heard yet; it will be. */
  | "unknown"
  /** A device new to the account, without a network. */
  | "unreachable"
  /** A device new to the account, whose session ended before anything came. */
  | "signed-out"
  /** A device new to the account, with a version of the app that the server no longer understands. */
  | "outdated"
  /** A device new to the account, and a server with trouble of its own. */
  | "server-trouble"
  /** A device new to the account that cannot store what it was sent: it has no room left, or its storage does not answer. */
  | "full"
  | "lost"
  | "open"
  | "done";

/**
 * What the screen says of it. While a new try is being answered nobody knows what it comes to: until then, what the last one failed of stands.
 * Only "offline" does not, which any answer disproves.
 */
export const shownState = (state: SetupState, lastKnown: SetupState): SetupState =>
  state === "unknown" && lastKnown !== "unreachable" ? lastKnown : state;

/** `completed` is null where this device has not heard of it, and undefined until that is known. Unknown is never taken for "not completed". */
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
