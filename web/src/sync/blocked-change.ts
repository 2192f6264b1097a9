/**
 * A firewall may block a change's text while other requests pass. After `BLOCKED_TIMES` tries and
 * `BLOCKED_MS` the device sends a no-op in its place, with the rejection as its arguments. Both may be on
 * their way: the change moves to the tray only when the server confirms the no-op.
 */
import { ApiFailure, NoNetwork, UNKNOWN_CODE } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import type { SyncMeta } from "#local-store/schema";
import { rejectedWords } from "#words/screens/rejected-changes";

export const NETWORK_REFUSED = {
  code: "network-refused",
  message: rejectedWords.networkRefused,
};

const BLOCKED_TIMES = 5;
const BLOCKED_MS = 10 * 60_000;

/**
 * Whether a request's content may be the reason. A server's requested pause has another one; a gateway's may
 * not.
 */
export const mayBeBlocked = (error: unknown): boolean =>
  error instanceof NoNetwork ||
  (error instanceof ApiFailure &&
    (error.retryAfterS === null || error.code === UNKNOWN_CODE) &&
    (error.status === 413 || error.status === 429 || error.status >= 500));

export type Attempts = { times: number; sinceMs: number };

/** Only a try that fails while other requests pass counts. */
export const afterFailure = (attempts: Attempts | null | undefined, nowMs: number): Attempts => ({
  times: (attempts?.times ?? 0) + 1,
  // A clock that was set back starts the wait again.
  sinceMs: Math.min(attempts?.sinceMs ?? nowMs, nowMs),
});

export const isOutOfTries = ({ times, sinceMs }: Attempts, nowMs: number): boolean =>
  times >= BLOCKED_TIMES && nowMs - sinceMs >= BLOCKED_MS;

/** `go-on`: a no-op replaces the change now, or another tab has sent it. `blocked`: try again later. */
export async function noteBlocked(
  store: LocalStore,
  mid: number,
  nowMs: number,
): Promise<"go-on" | "blocked"> {
  return store.transaction("rw", [store.meta, store.outbox], async () => {
    const meta: SyncMeta = await readMeta(store);
    if (mid <= meta.lastMid) return "go-on";
    const entry = await store.outbox.get(mid);
    // The device can send only a no-op: in place of this change, or for a hole in the numbers.
    if (!entry || entry.isGivenUp) return "blocked";
    const { blocked } = meta;
    // `times` belongs to the change, `sinceMs` to the queue: the next change does not wait for another ten
    // minutes.
    const before = blocked && { ...blocked, times: blocked.mid === mid ? blocked.times : 0 };
    const attempts = afterFailure(before, nowMs);
    const isGivenUp = isOutOfTries(attempts, nowMs);
    if (isGivenUp) await store.outbox.update(mid, { isGivenUp });
    await writeMeta(store, { ...meta, blocked: { mid, ...attempts } });
    return isGivenUp ? "go-on" : "blocked";
  });
}

/** Call it when the server's numbers begin again. */
export const tryGivenUpAgain = (store: LocalStore) =>
  store.outbox.filter(({ isGivenUp }) => isGivenUp === true).modify((entry) => delete entry.isGivenUp);
