import { dayOf } from "#analytics/day";

/** A week starts on Monday; 1970 started on a Thursday. */
const MONDAY = 4;
/** Digests go out on Monday at 8:00 UTC, when the week has ended almost everywhere. */
const SENT_FROM_MS = 8 * 60 * 60_000;

/** The newest complete week that is due (Monday to Sunday, UTC); days since 1970. */
export type DigestWeek = { week: number; firstDay: number; lastDay: number };

export function digestWeekAt(now: Date): DigestWeek {
  const week = Math.floor((dayOf(now.getTime() - SENT_FROM_MS) - MONDAY) / 7) - 1;
  const firstDay = week * 7 + MONDAY;
  return { week, firstDay, lastDay: firstDay + 6 };
}
