import type { DayCounts } from "@shelv/contract/analytics";

/** What the chart draws: seconds, views, clicks; the oldest day first. */
export type ChartData = [seconds: number[], views: number[], clicks: number[]];

export const chartData = (series: readonly DayCounts[]): ChartData => [
  series.map(({ date }) => Date.parse(date) / 1000),
  series.map(({ views }) => views),
  series.map(({ clicks }) => clicks),
];

/** A scale of whole things that begins at nothing, and is not flat where nothing happened. */
export const countScale = (_: unknown, _min: number | null, max: number | null): [number, number] => [
  0,
  Math.max(4, Math.ceil((max ?? 0) * 1.1)),
];

/** How far apart the figures beside the chart may be: 1, 2, 5, 10, 20 and so on, to 500 million. */
export const COUNT_STEPS = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

/** Of so many days on so many pixels, those that are named: the last one, and each that lies whole weeks before it, as far apart as names need. */
export function namedDays(days: ArrayLike<number>, widthPx: number): number[] {
  const weekPx = (widthPx / Math.max(days.length - 1, 1)) * DAYS_A_WEEK;
  const step = DAYS_A_WEEK * Math.ceil(NAME_PX / weekPx);
  return Array.from(days).filter((_, at) => (days.length - 1 - at) % step === 0);
}

const DAYS_A_WEEK = 7;
/** "Nov 24" in the chart's letters, and the gap to the next. */
const NAME_PX = 52;
