import type { DayCounts } from "@shelv/contract/analytics";

/** What the chart draws: seconds, views, clicks; the oldest day first. */
export type ChartData = [seconds: number[], views: number[], clicks: number[]];

export const chartData = (series: readonly DayCounts[]): ChartData => [
  series.map(({ date }) => Date.parse(date) / 1000),
  series.map(({ views }) => views),
  series.map(({ clicks }) => clicks),
];

/** A scale of whole things that begins at nothing, and is not flat where nothing happened. */
export const countScale = (_: unknown, _min: number | null, max: number | null): [number, number] => [0, Math.max(4, Math.ceil((max ?? 0) * 1.1))];
