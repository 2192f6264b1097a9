/** Sums of a day. Those of items count from their last reset. */
import { OTHER_VALUE } from "@shelv/contract/analytics";
import type { Dimension } from "@shelv/contract/analytics-dimensions";
import type { Reset } from "#analytics/tables/analytics-resets";
import { dayOf } from "#analytics/day";
import {
  type Counts,
  type DayTable,
  numberIn,
  type Place,
  type PlaceCounts,
  type ValueRow,
} from "./day-table.ts";

export type Day = { day: number; table: DayTable };
export type Resets = ReadonlyMap<string, Reset>;
export type Filter = {
  itemId?: string | undefined;
  shelfId?: string | undefined;
  only?: { by: Dimension; value: string | null } | undefined;
};
export type Sums = Map<string | null, Counts>;

export const noCounts = (): Counts => ({ views: 0, clicks: 0, visitors: 0 });

export function addCounts(sum: Counts, { views, clicks, visitors }: Counts): void {
  sum.views += views;
  sum.clicks += clicks;
  sum.visitors += visitors;
}

export function addTo<K>(sums: Map<K, Counts>, key: K, counts: Counts): void {
  const sum = sums.get(key);
  if (sum) addCounts(sum, counts);
  else sums.set(key, { ...counts });
}

export const hasPlace = ({ itemId, shelfId }: Filter): boolean =>
  itemId !== undefined || shelfId !== undefined;

export function totalOf(day: Day, filter: Filter, resets?: Resets): Counts {
  const { only } = filter;
  const total = noCounts();
  if (hasPlace(filter)) forPlaces(day, { filter, resets }, (_, counts) => addCounts(total, counts));
  else
    for (const [value, views, clicks, visitors] of day.table.values[only?.by ?? "referrer"])
      if (only === undefined || value === only.value) addCounts(total, { views, clicks, visitors });
  return total;
}

/**
 * Adds sums by value. What is known only in total goes to "other", so that the values add up to the returned
 * total.
 */
export function countByValues(
  day: Day,
  asked: readonly (readonly [by: Dimension, sums: Sums])[],
  counting: Counting = { filter: {} },
): Counts {
  const total = totalOf(day, counting.filter, counting.resets);
  for (const [by, sums] of asked) {
    const unknown = { ...total };
    for (const [value, views, clicks, visitors] of valuesIn(day, by, counting)) {
      if (views + clicks + visitors === 0) continue;
      addTo(sums, value, { views, clicks, visitors });
      addCounts(unknown, { views: -views, clicks: -clicks, visitors: -visitors });
    }
    if (unknown.views + unknown.clicks + unknown.visitors > 0) addTo(sums, OTHER_VALUE, unknown);
  }
  return total;
}

/** Clicks by item. Under a value, those of the pairs count only if they were read. */
export function clicksOfItems(day: Day, filter: Filter = {}, resets?: Resets): Map<string, number> {
  const clicksOf = new Map<string, number>();
  forPlaces(day, { filter, resets }, (place, { clicks }) => {
    if (place.kind === "item" && clicks > 0 && isAfterReset(place, day.day, resets))
      clicksOf.set(place.itemId, (clicksOf.get(place.itemId) ?? 0) + clicks);
  });
  return clicksOf;
}

export function countsOfShelves(day: Day): Map<string, Counts> {
  const ofShelf = new Map<string, Counts>();
  forPlaces(day, { filter: {} }, (place, counts) => {
    const shelfIds = place.kind === "page" ? place.shelfIds : [place.shelfId];
    for (const id of shelfIds) if (id !== null) addTo(ofShelf, id, counts);
  });
  return ofShelf;
}

type Counting = { filter: Filter; resets?: Resets | undefined };

/** Visits places with events that the filter counts, and their sums; often more than once. */
function forPlaces(day: Day, counting: Counting, visit: (place: Place, counts: Counts) => void): void {
  const { only } = counting.filter;
  if (only) return forRows(day, only.by, counting, (place, _, counts) => visit(place, counts));
  for (const place of day.table.places)
    if (isCounted(place, day, counting)) visit(place, countsAt(place, place, counting));
}

function valuesIn(day: Day, by: Dimension, counting: Counting): readonly ValueRow[] {
  const rows = day.table.values[by];
  const { only } = counting.filter;
  if (!hasPlace(counting.filter) && (only === undefined || only.by === by))
    return rows.filter(([value]) => only === undefined || value === only.value);
  const found = rows.map(([value]): ValueRow => [value, 0, 0, 0]);
  forRows(day, by, counting, (_, value, { views, clicks, visitors }) => {
    const row = found[value] as ValueRow;
    row[1] += views;
    row[2] += clicks;
    row[3] += visitors;
  });
  return found;
}

/** Visits the cells, and what pairs know by this dimension. */
function forRows(
  day: Day,
  by: Dimension,
  counting: Counting,
  visit: (place: Place, value: number, counts: Counts) => void,
): void {
  const { table } = day;
  const { only } = counting.filter;
  const wanted = only && table.numberOf(only.by, only.value);
  if (wanted === -1) return;
  const counted = table.places.map((place) => (isCounted(place, day, counting) ? place : null));
  const { place: numbers, count, visitors, values } = table.cells;
  const wantedIn = only && values[only.by];
  for (let at = 0; at < numbers.length; at += 1) {
    const place = counted[numbers[at] as number];
    if (!place || (wantedIn !== undefined && numberIn(wantedIn, at) !== wanted)) continue;
    const counts = { count: count[at] as number, visitors: visitors[at] as number };
    visit(place, numberIn(values[by], at), countsAt(place, counts, counting));
  }
  if (only && only.by !== by) return;
  for (const [number, place] of counted.entries())
    for (const [value, count, visitors] of (place && table.pairsOf(number)[by]) ?? [])
      if (place && (wanted === undefined || value === wanted))
        visit(place, value, countsAt(place, { count, visitors }, counting));
}

function isCounted(place: Place, { day }: Day, { filter: { itemId, shelfId }, resets }: Counting): boolean {
  if (itemId !== undefined)
    return place.kind === "item" && place.itemId === itemId && isAfterReset(place, day, resets);
  if (shelfId === undefined) return true;
  return place.kind === "page" ? place.shelfIds.includes(shelfId) : place.shelfId === shelfId;
}

/** Visitors are those of views, or of clicks on the filter's item. */
const countsAt = (place: Place, { count, visitors }: PlaceCounts, { filter }: Counting): Counts =>
  place.kind === "page"
    ? { views: count, clicks: 0, visitors }
    : { views: 0, clicks: count, visitors: filter.itemId === undefined ? 0 : visitors };

function isAfterReset(
  { itemId, resetAt }: Extract<Place, { kind: "item" }>,
  day: number,
  resets: Resets | undefined,
): boolean {
  const reset = resets?.get(itemId);
  if (!reset || day > dayOf(reset.at)) return true;
  return day === dayOf(reset.at) && (resetAt === undefined || resetAt > reset.at);
}
