/**
 * A change that the server stumbles over, always, is given up here and refused there: in its place the device sends one that does
 * nothing, with this as its refusal. Not before that is answered is it in the tray, because a request with the change itself may
 * still be under way, from another tab, and arrive first at a server that is well again. Of the two, the server takes the first.
 */
import type { LocalStore } from "#local-store/local-store";
import type { SyncMeta } from "#local-store/sync-meta";

export const GIVEN_UP = { code: "server-trouble", message: "The server could not take this" };

/** How often, and over how long, the server may stumble over one change before it is taken out of everybody's way. */
const TIMES = 5;
const OVER_MS = 10 * 60_000;

/** Counts a stumble over one change. Being offline never comes here, so it uses up no attempt. */
export function afterStumble(
  stuck: SyncMeta["stuck"],
  mid: number,
  nowMs: number,
): { stuck: NonNullable<SyncMeta["stuck"]>; isPoison: boolean } {
  const counted =
    stuck?.mid === mid ? { ...stuck, times: stuck.times + 1 } : { mid, times: 1, sinceMs: nowMs };
  return { stuck: counted, isPoison: counted.times >= TIMES && nowMs - counted.sinceMs >= OVER_MS };
}

/** Where the server's numbers begin anew, so do its chances. */
export const tryGivenUpAgain = (store: LocalStore) =>
  store.outbox.filter(({ isGivenUp }) => isGivenUp === true).modify((entry) => delete entry.isGivenUp);
