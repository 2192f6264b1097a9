import { counted } from "./count";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const clockWords = (aheadMs: number): string =>
  `This device's clock is ${span(Math.abs(aheadMs))} ${aheadMs > 0 ? "fast" : "slow"}. Your code still works, but the times you see here are wrong until you set the clock.`;

function span(ms: number): string {
  if (ms < 1.5 * HOUR) return counted(Math.round(ms / MINUTE), "minute");
  return ms < 2 * DAY ? counted(Math.round(ms / HOUR), "hour") : counted(Math.round(ms / DAY), "day");
}
