import { ANALYTICS_MAX_DAYS, type SeriesUnit } from "@shelv/contract/analytics";

export type DayRange = { from: string; to: string };

const DAY_MS = 24 * 60 * 60_000;

export const dayAt = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayAt(Date.parse(day) + days * DAY_MS);

export const daysIn = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

export const lastDays = (days: number, today: string): DayRange => ({
  from: addDays(today, 1 - days),
  to: today,
});

export const rangeBefore = ({ from, to }: DayRange): DayRange => ({
  from: addDays(from, -daysIn({ from, to })),
  to: addDays(from, -1),
});

export const firstDayAt = (today: string): string => addDays(today, 1 - ANALYTICS_MAX_DAYS);

export function rangeOf(from: string, to: string, today: string): DayRange | null {
  const first = firstDayAt(today);
  if (!isDay(from) || !isDay(to) || from > to || from > today || to < first) return null;
  return { from: from < first ? first : from, to: to > today ? today : to };
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAt(Date.parse(text)) === text;

const DAYS_SHOWN_MAX = 92;
const WEEKS_SHOWN_MAX = 371;

export function unitOf(range: DayRange): SeriesUnit {
  const days = daysIn(range);
  if (days <= DAYS_SHOWN_MAX) return "day";
  return days <= WEEKS_SHOWN_MAX ? "week" : "month";
}

export function dayBeginsAt(day: string, timeZone?: string): string | null {
  const clock = new Intl.DateTimeFormat("en-US", {
    hour: "numeric",
    minute: "2-digit",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(Date.parse(day));
  const time = clock.replace(/\s/g, " ");
  return time === "12:00 AM" ? null : time;
}
