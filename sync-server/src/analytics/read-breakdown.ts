import {
  type Breakdown,
  BREAKDOWN_ROWS_MAX,
  type BreakdownRow,
  type DayCounts,
  type Dimension,
  OTHER_VALUE,
  type SeriesUnit,
} from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import { readDaySums } from "#analytics/tables/analytics-days";
import { readResets } from "#analytics/tables/analytics-resets";
import type { Schema } from "#database/schema";
import { DAY_MS, dateOf } from "./day.ts";
import { addCounts, type Filter, noCounts } from "./days/count-by.ts";
import type { Counts } from "./days/day-table.ts";
import {
  addItemClicks,
  addTo,
  type AskedRange,
  countDay,
  daysOf,
  resetsFor,
  totalOfDay,
} from "./days/range-days.ts";
import { storedDays } from "./days/stored-days.ts";

export type UnitRange = AskedRange & { unit: SeriesUnit };

export async function readBreakdown(
  reader: Kysely<Schema>,
  by: Dimension,
  range: AskedRange,
): Promise<Breakdown> {
  const [sums, total] = [new Map<string | null, Counts>(), noCounts()];
  for await (const day of daysOf(reader, range, await resetsFor(reader, range))) {
    addCounts(total, countDay(day, range.filter, [[by, sums]]));
  }
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
  const days = new Map<number, Counts>();
  if (isUnfiltered(range.filter))
    for (const { day, ...counts } of await readDaySums(reader, range)) days.set(day, counts);
  else
    for await (const day of daysOf(reader, range, await resetsFor(reader, range)))
      addTo(days, day.day, totalOfDay(day, range.filter));
  return seriesOf(days, { ...range, unit });
}

const isUnfiltered = ({ itemId, shelfId, only }: Filter): boolean =>
  itemId === undefined && shelfId === undefined && only === undefined;

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

export async function readItemClicks(
  reader: Kysely<Schema>,
  range: AskedRange,
): Promise<Map<string, number>> {
  const clicks = new Map<string, number>();
  const resets = await readResets(reader, range.userId);
  for await (const day of storedDays(reader, range))
    addItemClicks(clicks, day, { filter: range.filter, resets });
  return clicks;
}
