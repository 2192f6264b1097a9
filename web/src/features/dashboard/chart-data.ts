import type { DayCounts } from "@shelv/contract/analytics";

/** The chart's rows: seconds, views, clicks; oldest day first. */
export type ChartData = [seconds: number[], views: number[], clicks: number[]];

export const chartData = (series: readonly DayCounts[]): ChartData => [
  series.map(({ date }) => Date.parse(date) / 1000),
  series.map(({ views }) => views),
  series.map(({ clicks }) => clicks),
];

/** Starts at zero, and has a height even without counts. */
export const countScale = (_: unknown, _min: number | null, max: number | null): [number, number] => [
  0,
  Math.max(4, Math.ceil((max ?? 0) * 1.1)),
];

/** From 1, 2, 5, 10 to 500 million. */
export const COUNT_STEPS = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

/** The last day and whole weeks before it, as far apart as labels need. */
export function namedDays(days: ArrayLike<number>, widthPx: number): number[] {
  const weekPx = (widthPx / Math.max(days.length - 1, 1)) * DAYS_A_WEEK;
  const step = DAYS_A_WEEK * Math.ceil(NAME_PX / weekPx);
  return Array.from(days).filter((_, at) => (days.length - 1 - at) % step === 0);
}

const DAYS_A_WEEK = 7;
/** "Nov 24" in the chart's font, and the gap to the next. */
const NAME_PX = 52;
