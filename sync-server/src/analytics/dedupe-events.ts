import type { Seen } from "#database/analytics-rows";

/** Within this time of a counted event, before or after, the same visitor's does not count. */
export const DEDUPE_WITHIN_MS = { view: 30 * 60_000, click: 60_000 } as const;

/**
 * In order. Two of one mark are at least a window apart, and each dropped one is within the window of a
 * counted one: late events arrive in any order, so the window works in both directions.
 */
export function dedupeEvents<E extends Seen & { type: keyof typeof DEDUPE_WITHIN_MS }>(
  events: readonly E[],
  seenBefore: readonly Seen[],
): E[] {
  const times = new Map<string, number[]>();
  for (const { mark, at } of seenBefore) times.set(mark, [...(times.get(mark) ?? []), at]);
  return events.filter(({ mark, at, type }) => {
    const seen = times.get(mark) ?? [];
    if (seen.some((other) => Math.abs(other - at) < DEDUPE_WITHIN_MS[type])) return false;
    times.set(mark, [...seen, at]);
    return true;
  });
}
