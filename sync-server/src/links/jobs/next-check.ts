import type { LinkState } from "@shelv/contract/rows/item";

/** "none": the site did not want to be asked. */
export type CheckOutcome = "ok" | "sold-out" | "missing" | "unsure" | "none";

export type CheckProgress = { misses: number; missedAt: number | null };
export type Checked = CheckProgress & { state: LinkState; dueAt: number };

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
const MISSES_UNTIL_GONE = 3;
const MISSING_FOR_MS = 2 * DAY_MS;

/**
 * The link's next state, and when the next check is due. `random`: 0 to 1, so that checks of one time spread.
 */
export function afterCheck(
  outcome: CheckOutcome,
  { state, misses, missedAt }: CheckProgress & { state: LinkState },
  { nowMs, random }: { nowMs: number; random: number },
): Checked {
  const nextWeek = Math.round(nowMs + WEEK_MS * (0.9 + 0.2 * random));
  if (outcome === "missing") {
    const since = missedAt ?? nowMs;
    const isGone = misses + 1 >= MISSES_UNTIL_GONE && nowMs - since >= MISSING_FOR_MS;
    // A missing page may be a mistake that is repaired soon.
    const tomorrow = Math.round(nowMs + DAY_MS * (1 + 0.2 * random));
    return {
      state: isGone ? "gone" : state,
      misses: misses + 1,
      missedAt: since,
      dueAt: isGone ? nextWeek : tomorrow,
    };
  }
  const none = { misses: 0, missedAt: null, dueAt: nextWeek };
  // A site that does not answer proves nothing.
  if (outcome === "none") return { state, misses, missedAt, dueAt: nextWeek };
  if (outcome === "unsure")
    return {
      state: state === "gone" || state === "sold-out" ? state : "unsure",
      misses,
      missedAt,
      dueAt: nextWeek,
    };
  return { ...none, state: outcome };
}
