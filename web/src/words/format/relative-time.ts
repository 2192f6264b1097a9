import { counted } from "./count";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Up to "6 days ago", then a short date. The future counts as now. */
export function relativeTime(at: number, now: number): string {
  const seconds = (now - at) / 1000;
  if (seconds < MINUTE) return "just now";
  if (seconds < HOUR) return `${counted(Math.floor(seconds / MINUTE), "minute")} ago`;
  if (seconds < DAY) return `${counted(Math.floor(seconds / HOUR), "hour")} ago`;
  if (seconds < 7 * DAY) return `${counted(Math.floor(seconds / DAY), "day")} ago`;
  return new Date(at).toLocaleDateString("en-US", { year: "numeric", month: "short", day: "numeric" });
}
