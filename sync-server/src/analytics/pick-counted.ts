import type { Seen } from "#database/analytics-rows";

/** How long after (and before) something was counted the same visitor's next one is not. */
export const DEDUPE_WITHIN_MS = { view: 30 * 60_000, click: 60_000 } as const;

/**
 * Those events that count, in their order: no two of one mark stand less than their window apart, and each one left out
 * stands that near to one that counts. Late events may come in any order, so a window reaches both ways.
 */
export function pickCounted<E extends Seen & { type: keyof typeof DEDUPE_WITHIN_MS }>(
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
