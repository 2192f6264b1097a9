import type { SyncStatus } from "#sync/sync-status";

/** Where an account stands with its setup, as far as this device can say. */
export type SetupState =
  /** Not heard yet; it will be. */
  | "unknown"
  /** A device new to the account, without a network. */
  | "unreachable"
  /** A device new to the account, whose session ended before anything came. */
  | "signed-out"
  | "open"
  | "done";

/** `completed` is null where this device has not heard of it, and undefined until that is known. Unknown is never taken for "not completed". */
export function setupState(completed: boolean | null | undefined, { isKnown, signedOut, wrongUser, online }: SyncStatus): SetupState {
  if (completed === true) return "done";
  if (completed === false) return "open";
  if (!isKnown) return "unknown";
  if (signedOut || wrongUser) return "signed-out";
  return online ? "unknown" : "unreachable";
}
