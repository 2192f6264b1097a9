import { type ItemClicks, RANGE_ITEMS_MAX, type RangeFigures } from "@shelv/contract/analytics";
import { type Dimension, DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import {
  type ChangeSeries,
  type FoundChange,
  LEAST_DIFFERENCE,
  mostlyItem,
  whatChanged,
} from "@shelv/contract/what-changed";
import type { Kysely } from "kysely";
import { readResets } from "#analytics/tables/analytics-resets";
import type { Schema } from "#database/schema";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";
import { DAY_MS, dateOf } from "./day.ts";
import {
  addCounts,
  clicksOfItems,
  countByValues,
  type Day,
  noCounts,
  type Resets,
  type Sums,
  totalOf,
} from "./days/count-by.ts";
import type { Counts } from "./days/day-table.ts";
import { storedDays } from "./days/stored-days.ts";
import { type AskedRange, breakdownRows, compare, seriesOf, type UnitRange } from "./read-breakdown.ts";

type Scope = { firstDay: number; hasDimensions: boolean };

type OfDays = Float64Array;
type OfValue = Record<Dimension, Map<string | null, OfDays>>;
type Clicks = Map<string, number>;

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
  const ofValue = hasDimensions ? noValues() : null;
  const ofItem = new Map<string, Uint32Array>();
  const withPairs = Object.values(filter).some((value) => value !== undefined);
  for await (const day of storedDays(reader, both, { withPairs })) {
    days.set(day.day, ofValue ? addValues(ofValue, day, { ...both, resets }) : totalOf(day, filter, resets));
    for (const [itemId, count] of clicksOfItems(day, filter, resets)) {
      const ofDays = ofItem.get(itemId) ?? new Uint32Array(to - both.from + 1);
      ofItem.set(itemId, ofDays);
      ofDays[day.day - both.from] = count;
    }
  }
  const titles = await readTitles(reader, userId, [...ofItem.keys()]);
  for (const itemId of ofItem.keys()) if (!titles.has(itemId)) ofItem.delete(itemId);
  const items = [...ofItem].map(([itemId, ofDays]) => ({
    itemId,
    title: titles.get(itemId) ?? "",
    clicks: sumOf(ofDays.subarray(from - both.from)),
    clicksBefore: sumOf(ofDays.subarray(0, from - both.from)),
  }));
  const changes = async (values: OfValue) => {
    const moved = items.filter(
      ({ clicks, clicksBefore }) => Math.abs(clicks - clicksBefore) >= LEAST_DIFFERENCE,
    );
    const isItem = filter.itemId !== undefined;
    const found = findChanges({
      ofValue: values,
      days,
      ofItem: isItem ? [] : moved.map(({ itemId }) => [itemId, [...(ofItem.get(itemId) ?? [])]]),
      firstDay: both.from,
      length,
      isItem,
    });
    const itemIds = await mostlyItems(reader, { ...both, begins: from, resets, titles }, found);
    return found.map((change, at) => {
      const itemId = change.by === "item" ? change.value : (itemIds[at] ?? null);
      return { ...change, itemId, itemTitle: itemId === null ? null : (titles.get(itemId) ?? null) };
    });
  };
  return {
    from: dateOf(from),
    to: dateOf(to),
    unit,
    total: totalIn(days, from, to),
    before: hasBefore ? totalIn(days, both.from, from - 1) : null,
    series: seriesOf(days, { from, to, unit }),
    seriesBefore: hasBefore ? seriesOf(days, { from: both.from, to: from - 1, unit }) : null,
    breakdowns:
      ofValue &&
      (Object.fromEntries(
        DIMENSIONS.map((by) => [by, breakdownRows(sumsSince(ofValue[by], from - both.from))]),
      ) as RangeFigures["breakdowns"]),
    items: topItems(items),
    changes: ofValue && hasBefore ? await changes(ofValue) : null,
    resetAt: reset ? new Date(reset.at).toISOString() : null,
  };
}

const sumOf = (numbers: Uint32Array): number => numbers.reduce((sum, each) => sum + each, 0);

function totalIn(days: ReadonlyMap<number, Counts>, first: number, last: number): Counts {
  const sum = noCounts();
  for (const [day, counts] of days) if (day >= first && day <= last) addCounts(sum, counts);
  return sum;
}

const noValues = () => Object.fromEntries(DIMENSIONS.map((by) => [by, new Map()])) as OfValue;

function addValues(
  ofValue: OfValue,
  day: Day,
  { from, to, ...counting }: AskedRange & { resets: Resets },
): Counts {
  const asked = DIMENSIONS.map((by) => [by, new Map() as Sums] as const);
  const total = countByValues(day, asked, counting);
  for (const [by, sums] of asked) {
    for (const [value, { views, clicks, visitors }] of sums) {
      const ofDays = ofValue[by].get(value) ?? new Float64Array(3 * (to - from + 1));
      ofValue[by].set(value, ofDays);
      ofDays.set([views, clicks, visitors], 3 * (day.day - from));
    }
  }
  return total;
}

type ChangedRange = AskedRange & { begins: number; resets: Resets; titles: ReadonlyMap<string, string> };

async function mostlyItems(
  reader: Kysely<Schema>,
  { begins, resets, titles, ...range }: ChangedRange,
  changes: readonly FoundChange[],
): Promise<(string | null)[]> {
  const asked = changes.map(({ by, value, now, before }) => {
    const only = by === "page" || by === "item" ? range.filter.only : { by, value };
    const clicks: { now: Clicks; before: Clicks } = { now: new Map(), before: new Map() };
    return { filter: { ...range.filter, only }, clicks, isRise: now > before };
  });
  if (asked.length > 0)
    for await (const day of storedDays(reader, range))
      for (const { filter, clicks } of asked) {
        const sums = day.day >= begins ? clicks.now : clicks.before;
        for (const [itemId, count] of clicksOfItems(day, filter, resets))
          sums.set(itemId, (sums.get(itemId) ?? 0) + count);
      }
  return asked.map(({ clicks, isRise }) => {
    const mostly = mostlyItem(clicks.now, clicks.before, isRise);
    return mostly !== null && titles.has(mostly) ? mostly : null;
  });
}

function sumsSince(ofValue: ReadonlyMap<string | null, OfDays>, first: number): Sums {
  const sums: Sums = new Map();
  for (const [value, ofDays] of ofValue) {
    const sum = noCounts();
    for (let at = 3 * first; at < ofDays.length; at += 3) {
      sum.views += ofDays[at] as number;
      sum.clicks += ofDays[at + 1] as number;
      sum.visitors += ofDays[at + 2] as number;
    }
    sums.set(value, sum);
  }
  return sums;
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
  ofItem: readonly (readonly [string, readonly number[]])[];
  firstDay: number;
  length: number;
  isItem: boolean;
}) {
  const what = isItem ? "clicks" : "views";
  const ofPage = Array.from({ length: 2 * length }, (_, at) => days.get(firstDay + at)?.[what] ?? 0);
  const listed = (ofDays: OfDays) =>
    Array.from({ length: 2 * length }, (_, at) => ofDays[3 * at + (isItem ? 1 : 0)] as number);
  const series: ChangeSeries[] = [
    { by: "page", value: null, days: ofPage },
    ...ofItem.map(([value, clicks]) => ({ by: "item" as const, value, days: clicks })),
    ...DIMENSIONS.flatMap((by) => [...ofValue[by]].map(([value, of]) => ({ by, value, days: listed(of) }))),
  ];
  return whatChanged(series, firstDay * DAY_MS);
}

const topItems = (items: readonly ItemClicks[]): ItemClicks[] =>
  items
    .toSorted((a, b) => b.clicks - a.clicks || b.clicksBefore - a.clicksBefore || compare(a.itemId, b.itemId))
    .slice(0, RANGE_ITEMS_MAX);

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
