/** Breakdowns, series and all panels of a dashboard for a range of days. */
import {
  type AnalyticsChange,
  type Breakdown,
  BREAKDOWN_ROWS_MAX,
  type BreakdownRow,
  type DayCounts,
  type Dimension,
  DIMENSIONS,
  type ItemClicks,
  OTHER_VALUE,
  RANGE_ITEMS_MAX,
  type RangeFigures,
  type SeriesUnit,
} from "@shelv/contract/analytics";
import { type ChangeSeries, type FoundChange, mostlyItem, whatChanged } from "@shelv/contract/what-changed";
import type { Kysely } from "kysely";
import { readResets, type Reset } from "#database/analytics-resets";
import type { Schema } from "#database/schema";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";
import { DAY_MS, dateOf } from "./day.ts";
import type { Counts, DayTable } from "./days/day-table.ts";
import { addCounts, countByItem, countByValue, type Filter, noCounts, totalOf } from "./days/count-by.ts";
import { pageDays, storedDays } from "./days/stored-days.ts";
import { countedBefore, subtract } from "./reset-item.ts";

/** UTC days since 1970, both included. */
export type AskedRange = { userId: string; from: number; to: number; filter: Filter };
type UnitRange = AskedRange & { unit: SeriesUnit };

type Day = { day: number; table: DayTable; before: DayTable | null };

/** Without an item's days before its reset; `before`: to subtract. */
async function* daysOf(
  reader: Kysely<Schema>,
  range: AskedRange,
  resets: ReadonlyMap<string, Reset>,
): AsyncGenerator<Day> {
  const { itemId } = range.filter;
  const reset = itemId === undefined ? undefined : resets.get(itemId);
  for await (const days of storedDays(reader, range)) {
    for (const { day, table } of days) {
      const before = countedBefore(reset, day);
      if (before !== "all") yield { day, table, before };
    }
  }
}

const resetsFor = (reader: Kysely<Schema>, { userId, filter }: AskedRange) =>
  filter.itemId === undefined ? Promise.resolve(new Map<string, Reset>()) : readResets(reader, userId);

export async function readBreakdown(
  reader: Kysely<Schema>,
  by: Dimension,
  range: AskedRange,
): Promise<Breakdown> {
  const [sums, total] = [new Map<string | null, Counts>(), noCounts()];
  for await (const day of daysOf(reader, range, await resetsFor(reader, range))) {
    addCounts(total, countDay(day, by, range.filter, sums));
  }
  return { rows: breakdownRows(sums), total };
}

/** Adds a day to `sums`; returns its total. */
function countDay(
  { table, before }: Day,
  by: Dimension,
  filter: Filter,
  sums: Map<string | null, Counts>,
): Counts {
  const total = countByValue(table, by, filter, sums);
  if (before === null) return total;
  const old = new Map<string | null, Counts>();
  subtract(total, countByValue(before, by, filter, old));
  for (const [value, counts] of old) {
    const sum = sums.get(value);
    if (sum) subtract(sum, counts);
  }
  return total;
}

function totalOfDay({ table, before }: Day, filter: Filter): Counts {
  const total = totalOf(table, filter);
  if (before !== null) subtract(total, totalOf(before, filter));
  return total;
}

/** The most views first; beyond the limit, the rest is "other". */
function breakdownRows(sums: ReadonlyMap<string | null, Counts>): BreakdownRow[] {
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

const compare = (a: string | null, b: string | null) => ((a ?? "") < (b ?? "") ? -1 : 1);

export async function readSeries(
  reader: Kysely<Schema>,
  { unit, ...range }: UnitRange,
): Promise<DayCounts[]> {
  const days = new Map<number, Counts>();
  if (isUnfiltered(range.filter))
    for (const { day, ...counts } of await pageDays(reader, range)) days.set(day, counts);
  else
    for await (const day of daysOf(reader, range, await resetsFor(reader, range)))
      addTo(days, day.day, totalOfDay(day, range.filter));
  return seriesOf(days, { ...range, unit });
}

const isUnfiltered = ({ itemId, shelfId, only }: Filter): boolean =>
  itemId === undefined && shelfId === undefined && only === undefined;

function addTo(days: Map<number, Counts>, day: number, counts: Counts): void {
  const sum = days.get(day) ?? noCounts();
  addCounts(sum, counts);
  days.set(day, sum);
}

/** Oldest first; days without counts are zero. */
function seriesOf(
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

/** Of existing and deleted items, each since its reset. */
export async function readItemClicks(
  reader: Kysely<Schema>,
  range: AskedRange,
): Promise<Map<string, number>> {
  const clicks = new Map<string, number>();
  const resets = await readResets(reader, range.userId);
  for await (const days of storedDays(reader, range))
    for (const day of days) addItemClicks(clicks, day, { filter: range.filter, resets });
  return clicks;
}

function addItemClicks(
  sums: Map<string, number>,
  { day, table }: { day: number; table: DayTable },
  {
    filter,
    resets,
    isRough = false,
  }: { filter: Filter; resets: ReadonlyMap<string, Reset>; isRough?: boolean },
): void {
  const ofDay = new Map<string, number>();
  countByItem(table, filter, ofDay, { isRough });
  for (const [itemId, clicks] of ofDay) {
    const before = countedBefore(resets.get(itemId), day);
    if (before === "all") continue;
    const old = new Map<string, number>();
    if (before !== null) countByItem(before, filter, old);
    const left = clicks - (old.get(itemId) ?? 0);
    if (left > 0) sums.set(itemId, (sums.get(itemId) ?? 0) + left);
  }
}

/** `firstDay`: the oldest day that may be read; `hasDimensions`: whether the plan includes them. */
type Scope = { firstDay: number; hasDimensions: boolean };

/** One pass over the days of both periods. */
export async function readRange(
  reader: Kysely<Schema>,
  { unit, ...range }: UnitRange,
  { firstDay, hasDimensions }: Scope,
): Promise<RangeFigures> {
  const { userId, from, to, filter } = range;
  const length = to - from + 1;
  const hasBefore = from - length >= firstDay;
  const both = { ...range, from: hasBefore ? from - length : from };
  const resets = await readResets(reader, userId);
  const reset = filter.itemId === undefined ? undefined : resets.get(filter.itemId);
  const days = new Map<number, Counts>();
  const read: Day[] = [];
  for await (const day of daysOf(reader, both, resets)) {
    addTo(days, day.day, totalOfDay(day, filter));
    read.push(day);
  }
  const totalIn = (first: number, last: number) => {
    const sum = noCounts();
    for (const [day, counts] of days) if (day >= first && day <= last) addCounts(sum, counts);
    return sum;
  };
  const clicksIn = (first: number, last: number, of = filter, { isRough = false } = {}) => {
    const clicks = new Map<string, number>();
    for (const day of read)
      if (day.day >= first && day.day <= last) addItemClicks(clicks, day, { filter: of, resets, isRough });
    return clicks;
  };
  const isItem = filter.itemId !== undefined;
  const mostlyItemOf = ({ by, value, now, before }: FoundChange): string | null => {
    const only = by === "page" || by === "item" ? filter.only : { by, value };
    const of = { ...filter, only };
    const mostly = mostlyItem(
      clicksIn(from, to, of, { isRough: true }),
      clicksIn(both.from, from - 1, of, { isRough: true }),
      now > before,
    );
    return mostly !== null && titles.has(mostly) ? mostly : null;
  };
  const [now, before] = [clicksIn(from, to), clicksIn(both.from, from - 1)];
  const titles = await readTitles(reader, userId, [...new Set([...now.keys(), ...before.keys()])]);
  const ofValue = hasDimensions ? countValues(read, filter) : null;
  return {
    from: dateOf(from),
    to: dateOf(to),
    unit,
    total: totalIn(from, to),
    before: hasBefore ? totalIn(both.from, from - 1) : null,
    series: seriesOf(days, { from, to, unit }),
    seriesBefore: hasBefore ? seriesOf(days, { from: both.from, to: from - 1, unit }) : null,
    breakdowns:
      ofValue &&
      (Object.fromEntries(
        DIMENSIONS.map((by) => [by, breakdownRows(sumsIn(ofValue[by], from, to))]),
      ) as RangeFigures["breakdowns"]),
    items: itemRows(now, before, titles),
    changes:
      ofValue && hasBefore
        ? findChanges({
            ofValue,
            days,
            ofItem: isItem ? new Map() : clicksByDay(read, { filter, resets, titles }),
            firstDay: both.from,
            length,
            isItem,
          }).map((change) => {
            const itemId = change.by === "item" ? change.value : mostlyItemOf(change);
            return { ...change, itemId, itemTitle: itemId === null ? null : (titles.get(itemId) ?? null) };
          })
        : null,
    resetAt: reset ? new Date(reset.at).toISOString() : null,
  };
}

type OfValue = Record<Dimension, Map<string | null, Map<number, Counts>>>;

/** By value, on each day. */
function countValues(days: readonly Day[], filter: Filter): OfValue {
  return Object.fromEntries(
    DIMENSIONS.map((by) => {
      const ofValue = new Map<string | null, Map<number, Counts>>();
      for (const day of days) {
        const sums = new Map<string | null, Counts>();
        countDay(day, by, filter, sums);
        for (const [value, counts] of sums) {
          const ofDays = ofValue.get(value) ?? new Map<number, Counts>();
          ofValue.set(value, ofDays);
          addTo(ofDays, day.day, counts);
        }
      }
      return [by, ofValue];
    }),
  ) as OfValue;
}

function sumsIn(
  ofValue: ReadonlyMap<string | null, ReadonlyMap<number, Counts>>,
  from: number,
  to: number,
): Map<string | null, Counts> {
  const sums = new Map<string | null, Counts>();
  for (const [value, days] of ofValue) {
    const sum = noCounts();
    for (const [day, counts] of days) if (day >= from && day <= to) addCounts(sum, counts);
    sums.set(value, sum);
  }
  return sums;
}

/** Of existing items. */
function clicksByDay(
  days: readonly Day[],
  {
    titles,
    ...how
  }: { filter: Filter; resets: ReadonlyMap<string, Reset>; titles: ReadonlyMap<string, string> },
): Map<string, Map<number, Counts>> {
  const ofItem = new Map<string, Map<number, Counts>>();
  for (const day of days) {
    const clicks = new Map<string, number>();
    addItemClicks(clicks, day, how);
    for (const [itemId, count] of clicks) {
      if (!titles.has(itemId)) continue;
      const ofDays = ofItem.get(itemId) ?? new Map<number, Counts>();
      ofItem.set(itemId, ofDays);
      addTo(ofDays, day.day, { ...noCounts(), clicks: count });
    }
  }
  return ofItem;
}

function findChanges({
  ofValue,
  days,
  ofItem,
  firstDay,
  length,
  isItem,
}: {
  ofValue: OfValue;
  days: ReadonlyMap<number, Counts>;
  ofItem: ReadonlyMap<string, ReadonlyMap<number, Counts>>;
  firstDay: number;
  length: number;
  isItem: boolean;
}) {
  const listed = (counts: ReadonlyMap<number, Counts>, ofClicks = isItem) =>
    Array.from({ length: 2 * length }, (_, at) => {
      const { views, clicks } = counts.get(firstDay + at) ?? noCounts();
      return ofClicks ? clicks : views;
    });
  const series: ChangeSeries[] = [
    { by: "page", value: null, days: listed(days) },
    ...[...ofItem].map(([value, of]) => ({ by: "item" as const, value, days: listed(of, true) })),
    ...DIMENSIONS.flatMap((by) => [...ofValue[by]].map(([value, of]) => ({ by, value, days: listed(of) }))),
  ];
  return whatChanged(series, firstDay * DAY_MS);
}

function itemRows(
  now: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  titles: ReadonlyMap<string, string>,
): ItemClicks[] {
  return [...titles]
    .map(([itemId, title]) => ({
      itemId,
      title,
      clicks: now.get(itemId) ?? 0,
      clicksBefore: before.get(itemId) ?? 0,
    }))
    .toSorted((a, b) => b.clicks - a.clicks || b.clicksBefore - a.clicksBefore || compare(a.itemId, b.itemId))
    .slice(0, RANGE_ITEMS_MAX);
}

/** Of existing items. */
async function readTitles(
  reader: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await readingTitles(
    reader,
    ids.map((id) => ({ userId, id })),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

const readingTitles = batchStatement((db, at: AtRow<"userId" | "id">, count) =>
  db
    .selectFrom("item")
    .select(["id", "title"])
    .where("user_id", "=", at(0, "userId"))
    .where(
      "id",
      "in",
      rowNumbers(count).map((row) => at(row, "id")),
    ),
);

export type WeekSources = { referrers: BreakdownRow[]; changes: AnalyticsChange[] };

const DIGEST_REFERRERS = 3;

/** The week that ends with `lastDay`, for the digest. */
export async function readWeekSources(
  reader: Kysely<Schema>,
  userId: string,
  lastDay: number,
): Promise<WeekSources> {
  const range = { userId, from: lastDay - 6, to: lastDay, unit: "day", filter: {} } as const;
  const { breakdowns, changes } = await readRange(reader, range, {
    firstDay: -Infinity,
    hasDimensions: true,
  });
  const referrers = (breakdowns?.referrer ?? []).filter(
    ({ value, views }) => value !== null && value !== OTHER_VALUE && views > 0,
  );
  return { referrers: referrers.slice(0, DIGEST_REFERRERS), changes: changes ?? [] };
}
