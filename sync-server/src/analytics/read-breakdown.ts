import {
  type Breakdown,
  BREAKDOWN_ROWS_MAX,
  type BreakdownRow,
  type DayCounts,
  OTHER_VALUE,
  type SeriesUnit,
} from "@shelv/contract/analytics";
import type { Dimension } from "@shelv/contract/analytics-dimensions";
import type { Kysely } from "kysely";
import { type DayRange, readDaySums } from "#analytics/tables/analytics-days";
import { readResets } from "#analytics/tables/analytics-resets";
import type { Schema } from "#database/schema";
import { DAY_MS, dateOf } from "./day.ts";
import { addCounts, countByValues, type Filter, hasPlace, noCounts, totalOf } from "./days/count-by.ts";
import type { Counts } from "./days/day-table.ts";
import { storedDays } from "./days/stored-days.ts";

export type AskedRange = DayRange & { filter: Filter };
export type UnitRange = AskedRange & { unit: SeriesUnit };

export async function readBreakdown(
  reader: Kysely<Schema>,
  by: Dimension,
  range: AskedRange,
): Promise<Breakdown> {
  const [sums, total] = [new Map<string | null, Counts>(), noCounts()];
  const counting = { filter: range.filter, resets: await readResets(reader, range.userId) };
  for await (const day of storedDays(reader, range, { withPairs: hasPlace(range.filter) }))
    addCounts(total, countByValues(day, [[by, sums]], counting));
  return { rows: breakdownRows(sums), total };
}

export function breakdownRows(sums: ReadonlyMap<string | null, Counts>): BreakdownRow[] {
  const rows = [...sums]
    .map(([value, counts]) => ({ value, ...counts }))
    .filter(({ views, clicks, visitors }) => views + clicks + visitors > 0)
    .toSorted((a, b) => b.views - a.views || b.clicks - a.clicks || compare(a.value, b.value));
  if (rows.length <= BREAKDOWN_ROWS_MAX) return rows;
  const named = rows.filter(({ value }) => value !== OTHER_VALUE).slice(0, BREAKDOWN_ROWS_MAX - 1);
  const other = { value: OTHER_VALUE, ...noCounts() };
  for (const row of rows) if (!named.includes(row)) addCounts(other, row);
  return [...named, other];
}

export const compare = (a: string | null, b: string | null) => ((a ?? "") < (b ?? "") ? -1 : 1);

export async function readSeries(
  reader: Kysely<Schema>,
  { unit, ...range }: UnitRange,
): Promise<DayCounts[]> {
  const { filter, userId } = range;
  if (!hasPlace(filter) && filter.only === undefined)
    return seriesOf(new Map((await readDaySums(reader, range)).map((sums) => [sums.day, sums])), {
      ...range,
      unit,
    });
  const days = new Map<number, Counts>();
  const resets = await readResets(reader, userId);
  const withPairs = filter.only !== undefined && hasPlace(filter);
  for await (const day of storedDays(reader, range, { withPairs }))
    days.set(day.day, totalOf(day, filter, resets));
  return seriesOf(days, { ...range, unit });
}

export function seriesOf(
  days: ReadonlyMap<number, Counts>,
  { from, to, unit }: { from: number; to: number; unit: SeriesUnit },
): DayCounts[] {
  const buckets = new Map<string, Counts>();
  for (let day = from; day <= to; day += 1) {
    const date = dateOf(firstOf(day, unit));
    const sum = buckets.get(date) ?? noCounts();
    addCounts(sum, days.get(day) ?? noCounts());
    buckets.set(date, sum);
  }
  return [...buckets].map(([date, counts]) => ({ date, ...counts }));
}

/** 1970 started on a Thursday. */
const MONDAY = 4;

function firstOf(day: number, unit: SeriesUnit): number {
  if (unit === "day") return day;
  if (unit === "week") return day - ((((day - MONDAY) % 7) + 7) % 7);
  return day - (new Date(day * DAY_MS).getUTCDate() - 1);
}
