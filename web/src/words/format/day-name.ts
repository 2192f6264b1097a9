const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

export const dayName = (day: string): string => SHORT.format(Date.parse(day));

/** "Tue, Mar 3, 2026". */
export const longDayName = (day: string): string => LONG.format(Date.parse(day));

/** "Mar 2026". */
export const monthName = (day: string): string => MONTH.format(Date.parse(day));

export function daySpan(from: string, to: string, today: string): string {
  const isThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const name = (day: string) => (isThisYear ? dayName(day) : `${dayName(day)}, ${day.slice(0, 4)}`);
  return from === to ? name(from) : `${name(from)} – ${name(to)}`;
}
