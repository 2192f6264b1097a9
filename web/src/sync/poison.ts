import type { SyncMeta } from "#local-store/sync-meta";

/** How often, and over how long, the server may stumble over one change before it is taken out of everybody's way. */
const TIMES = 5;
const OVER_MS = 10 * 60_000;

/** Counts a stumble over one change. Being offline never comes here, so it uses up no attempt. */
export function afterStumble(stuck: SyncMeta["stuck"], mid: number, nowMs: number): { stuck: NonNullable<SyncMeta["stuck"]>; isPoison: boolean } {
  const counted = stuck?.mid === mid ? { ...stuck, times: stuck.times + 1 } : { mid, times: 1, sinceMs: nowMs };
  return { stuck: counted, isPoison: counted.times >= TIMES && nowMs - counted.sinceMs >= OVER_MS };
}
