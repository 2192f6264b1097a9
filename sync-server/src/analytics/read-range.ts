import { type ItemClicks, RANGE_ITEMS_MAX, type RangeFigures } from "@shelv/contract/analytics";
import { type Dimension, DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import { type ChangeSeries, type FoundChange, mostlyItem, whatChanged } from "@shelv/contract/what-changed";
import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { readResets } from "#analytics/tables/analytics-resets";
import { readTitles } from "#analytics/tables/item-titles";
import type { Schema } from "#database/schema";
import { readAllPlaces } from "#database/rows/read-owner";
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

/**
 * For each day with counts: day, views, clicks, visitors, in one list, as most names of a long range have one
 * day.
 */
type OfDays = number[];
const [VIEWS, CLICKS, VISITORS, ENTRY_LENGTH] = [1, 2, 3, 4];
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
  const ofItem = new Map<string, OfDays>();
  const withPairs = Object.values(filter).some((value) => value !== undefined);
  for await (const day of storedDays(reader, both, { withPairs })) {
    days.set(day.day, ofValue ? addValues(ofValue, day, { ...both, resets }) : totalOf(day, filter, resets));
    for (const [itemId, count] of clicksOfItems(day, filter, resets))
      addDay(ofItem, itemId, [day.day, 0, count, 0]);
  }
  for (const itemId of await deletedOf(reader, userId, [...ofItem.keys()])) ofItem.delete(itemId);
  const items = topItems(
    [...ofItem].map(([itemId, ofDays]) => ({
      itemId,
      clicks: sumOf(ofDays, CLICKS, { first: from, last: to }),
      clicksBefore: sumOf(ofDays, CLICKS, { first: both.from, last: from - 1 }),
    })),
  );
  await setImmediate();
  const changes = async (values: OfValue) => {
    const isItem = filter.itemId !== undefined;
    const found = findChanges({
      ofValue: values,
      days,
      ofItem: isItem ? new Map() : ofItem,
      begins: from,
      length,
      isItem,
    });
    const itemIds = await mostlyItems(reader, { ...both, begins: from, resets, ofItem }, found);
    const titles = await readTitles(reader, userId, [
      ...itemIds.flatMap((itemId) => itemId ?? []),
      ...found.flatMap(({ by, value }) => (by === "item" ? (value ?? []) : [])),
    ]);
    return found.map((change, at) => {
      const itemId = change.by === "item" ? change.value : (itemIds[at] ?? null);
      return { ...change, itemId, itemTitle: itemId === null ? null : (titles.get(itemId) ?? null) };
    });
  };
  const titles = await readTitles(
    reader,
    userId,
    items.map(({ itemId }) => itemId),
  );
  return {
    from: dateOf(from),
    to: dateOf(to),
    unit,
    total: totalIn(days, from, to),
    before: hasBefore ? totalIn(days, both.from, from - 1) : null,
    series: seriesOf(days, { from, to, unit }),
    seriesBefore: hasBefore ? seriesOf(days, { from: both.from, to: from - 1, unit }) : null,
    breakdowns: ofValue && (await breakdownsSince(ofValue, { first: from, last: to })),
    items: items.map((item) => ({ ...item, title: titles.get(item.itemId) ?? "" })),
    changes: ofValue && hasBefore ? await changes(ofValue) : null,
    resetAt: reset ? new Date(reset.at).toISOString() : null,
  };
}

type Days = { first: number; last: number };

function addDay<K>(ofDays: Map<K, OfDays>, key: K, entry: [day: number, ...counts: number[]]): void {
  const known = ofDays.get(key);
  if (known) known.push(...entry);
  else ofDays.set(key, entry);
}

/** @param count its place in an entry */
function sumOf(ofDays: OfDays, count: number, { first, last }: Days): number {
  let sum = 0;
  for (let at = 0; at < ofDays.length; at += ENTRY_LENGTH) {
    const day = ofDays[at] as number;
    if (day >= first && day <= last) sum += ofDays[at + count] as number;
  }
  return sum;
}

function totalIn(days: ReadonlyMap<number, Counts>, first: number, last: number): Counts {
  const sum = noCounts();
  for (const [day, counts] of days) if (day >= first && day <= last) addCounts(sum, counts);
  return sum;
}

const noValues = () => Object.fromEntries(DIMENSIONS.map((by) => [by, new Map()])) as OfValue;

function addValues(ofValue: OfValue, day: Day, counting: AskedRange & { resets: Resets }): Counts {
  const asked = DIMENSIONS.map((by) => [by, new Map() as Sums] as const);
  const total = countByValues(day, asked, counting);
  for (const [by, sums] of asked) {
    for (const [value, { views, clicks, visitors }] of sums)
      addDay(ofValue[by], value, [day.day, views, clicks, visitors]);
  }
  return total;
}

type ChangedRange = AskedRange & { begins: number; resets: Resets; ofItem: ReadonlyMap<string, OfDays> };

async function mostlyItems(
  reader: Kysely<Schema>,
  { begins, resets, ofItem, ...range }: ChangedRange,
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
    return mostly !== null && ofItem.has(mostly) ? mostly : null;
  });
}

/** Other requests run between two dimensions. */
async function breakdownsSince(ofValue: OfValue, range: Days): Promise<RangeFigures["breakdowns"]> {
  const breakdowns: Partial<RangeFigures["breakdowns"]> = {};
  for (const by of DIMENSIONS) {
    const sums: Sums = new Map();
    for (const [value, ofDays] of ofValue[by])
      sums.set(value, {
        views: sumOf(ofDays, VIEWS, range),
        clicks: sumOf(ofDays, CLICKS, range),
        visitors: sumOf(ofDays, VISITORS, range),
      });
    breakdowns[by] = breakdownRows(sums);
    await setImmediate();
  }
  return breakdowns as RangeFigures["breakdowns"];
}

type Changing = {
  ofValue: OfValue;
  days: ReadonlyMap<number, Counts>;
  ofItem: ReadonlyMap<string, OfDays>;
  /** The first day of the newer period. */
  begins: number;
  /** Of each period, in days. */
  length: number;
  isItem: boolean;
};

function findChanges({ begins, length, ...of }: Changing) {
  return whatChanged(changingSeries({ begins, length, ...of }), (begins - length) * DAY_MS);
}

function* changingSeries({
  ofValue,
  days,
  ofItem,
  begins,
  length,
  isItem,
}: Changing): Generator<ChangeSeries> {
  const what = isItem ? CLICKS : VIEWS;
  const ofPage = [...days].flatMap(([day, { views, clicks, visitors }]) => [day, views, clicks, visitors]);
  const first = begins - length;
  const seriesOfDays = (ofDays: OfDays, count: number) => ({
    before: sumOf(ofDays, count, { first, last: begins - 1 }),
    now: sumOf(ofDays, count, { first: begins, last: begins + length - 1 }),
    days: () =>
      Array.from({ length: 2 * length }, (_, at) =>
        sumOf(ofDays, count, { first: first + at, last: first + at }),
      ),
  });
  yield { by: "page", value: null, ...seriesOfDays(ofPage, what) };
  for (const [value, ofDays] of ofItem) yield { by: "item", value, ...seriesOfDays(ofDays, CLICKS) };
  for (const by of DIMENSIONS)
    for (const [value, ofDays] of ofValue[by]) yield { by, value, ...seriesOfDays(ofDays, what) };
}

type Clicked = Omit<ItemClicks, "title">;

const topItems = (items: readonly Clicked[]): Clicked[] =>
  items
    .toSorted((a, b) => b.clicks - a.clicks || b.clicksBefore - a.clicksBefore || compare(a.itemId, b.itemId))
    .slice(0, RANGE_ITEMS_MAX);

async function deletedOf(
  reader: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const deleted = new Set(ids);
  if (ids.length > 0) for (const { id } of await readAllPlaces(reader, { userId })) deleted.delete(id);
  return deleted;
}
