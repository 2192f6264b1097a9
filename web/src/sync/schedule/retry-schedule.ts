/** `retryAfterMs`: the pause that the server asked for. */
export type LastSync = { online: boolean; failures: number; retryAfterMs?: number; isLater?: boolean };
export type NextSync = { do: "rest" } | { do: "wait-for-network" } | { do: "sync"; afterMs: number };

const FIRST_PAUSE_MS = 1000;
export const LONGEST_PAUSE_MS = 5 * 60_000;
const LONGEST_JITTER_MS = 30_000;

/** 1 s, then twice as long each time, up to 5 min, before jitter. */
export const retryPauseMs = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

/**
 * Adds up to as much again, at most 30 s, and never shortens: devices that failed together come back apart.
 */
export const withJitter = (pauseMs: number, random: () => number = Math.random): number =>
  pauseMs + random() * Math.min(pauseMs, LONGEST_JITTER_MS);

/** `isLater`: the server did enough for the account for now, which is no failure. */
export function nextSync(
  { online, failures, retryAfterMs = 0, isLater = false }: LastSync,
  random?: () => number,
): NextSync {
  const after = (pauseMs: number): NextSync => ({ do: "sync", afterMs: withJitter(pauseMs, random) });
  if (isLater) return after(retryAfterMs > 0 ? retryAfterMs : FIRST_PAUSE_MS);
  if (failures === 0) return { do: "rest" };
  if (!online) return { do: "wait-for-network" };
  return after(Math.max(retryAfterMs, retryPauseMs(failures)));
}
