/** How the last sync ended. `retryAfterMs`: the pause that the server asked for, if any. */
export type LastSync = { online: boolean; failures: number; retryAfterMs?: number; isLater?: boolean };
export type NextSync = { do: "rest" } | { do: "wait-for-network" } | { do: "sync"; afterMs: number };

const FIRST_PAUSE_MS = 1000;
export const LONGEST_PAUSE_MS = 5 * 60_000;

/** Retries wait 1 s, then twice as long each time, never over 5 min. */
export const retryPauseMs = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

/**
 * Retries pause longer where the server asks for that. Offline waits for the network and uses up nothing.
 * `isLater`: the server did enough for the account for now, which is not a failure.
 */
export function nextSync({ online, failures, retryAfterMs = 0, isLater = false }: LastSync): NextSync {
  if (isLater) return { do: "sync", afterMs: retryAfterMs > 0 ? retryAfterMs : FIRST_PAUSE_MS };
  if (failures === 0) return { do: "rest" };
  if (!online) return { do: "wait-for-network" };
  return { do: "sync", afterMs: Math.max(retryAfterMs, retryPauseMs(failures)) };
}
