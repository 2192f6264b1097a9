/** Sums of a day. Those of an item, and of each item, count from its last reset. */
import { OTHER_VALUE } from "@shelv/contract/analytics";
import { DIMENSIONS, type Dimension } from "@shelv/contract/analytics-dimensions";
import type { Reset } from "#analytics/tables/analytics-resets";
import { dayOf } from "#analytics/day";
import {
  ANY,
  CELL,
  type Counts,
  type DayTable,
  FIRST_VALUE,
  NO_VALUE,
  OTHER,
  type Place,
  REST,
  valueIn,
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

/** Adds to the entry of `key`. */
export function addTo<K>(sums: Map<K, Counts>, key: K, counts: Counts): void {
  const sum = sums.get(key);
  if (sum) addCounts(sum, counts);
  else sums.set(key, { ...counts });
}

/** Whether a filter counts a place. A reader of a place's values needs its pairs. */
export function isOfPlace(place: Place, { itemId, shelfId }: Filter): boolean {
  if (itemId !== undefined) return place.kind === "item" && place.itemId === itemId;
  if (shelfId === undefined) return true;
  return place.kind === "page" ? place.shelfIds.includes(shelfId) : place.shelfId === shelfId;
}

export function totalOf(day: Day, filter: Filter, resets?: Resets): Counts {
  const total = noCounts();
  forRows(day, { filter, resets, by: null }, (_, __, counts) => addCounts(total, counts));
  return total;
}

/**
 * Adds to the sums, by value. What is known only in total (of the rest) goes to "other", so that the values
 * always add up to the total, which is returned.
 */
export function countByValues(
  day: Day,
  asked: readonly (readonly [by: Dimension, sums: Sums])[],
  { filter = {}, resets }: { filter?: Filter; resets?: Resets | undefined } = {},
): Counts {
  const total = totalOf(day, filter, resets);
  for (const [by, sums] of asked) {
    const dimension = DIMENSIONS.indexOf(by);
    // A map costs more than the rest of this.
    const ofValue: Counts[] = Array.from(
      { length: FIRST_VALUE + (day.table.values[dimension]?.length ?? 0) },
      noCounts,
    );
    forRows(day, { filter, resets, by: dimension }, (_, value, counts) =>
      addCounts(ofValue[value] as Counts, counts),
    );
    const unknown = { ...total };
    for (const [value, counts] of ofValue.entries()) {
      if (counts.views + counts.clicks + counts.visitors === 0) continue;
      addTo(sums, day.table.valueAt(dimension, value), counts);
      unknown.views -= counts.views;
      unknown.clicks -= counts.clicks;
      unknown.visitors -= counts.visitors;
    }
    if (unknown.views + unknown.clicks + unknown.visitors > 0) addTo(sums, OTHER_VALUE, unknown);
  }
  return total;
}

/** The clicks on each item. Under a value, those of the rest count only as far as their pairs were read. */
export function clicksOfItems(day: Day, filter: Filter = {}, resets?: Resets): Map<string, number> {
  const clicksOf = new Map<string, number>();
  const isCounted = day.table.places.map(
    (place) => place.kind === "item" && isAfterReset(place, day.day, resets),
  );
  forRows(day, { filter, resets, by: null, isByPlace: true }, (at, _, { clicks }) => {
    const place = day.table.places[at];
    if (isCounted[at] && place?.kind === "item" && clicks > 0)
      clicksOf.set(place.itemId, (clicksOf.get(place.itemId) ?? 0) + clicks);
  });
  return clicksOf;
}

export function countsOfShelves(day: Day): Map<string, Counts> {
  const ofShelf = new Map<string, Counts>();
  forRows(day, { filter: {}, by: null }, (at, _, counts) => {
    const place = day.table.places[at] as Place;
    const shelfIds = place.kind === "page" ? place.shelfIds : [place.shelfId];
    for (const id of shelfIds) if (id !== null) addTo(ofShelf, id, counts);
  });
  return ofShelf;
}

const isAfterReset = (
  { itemId, resetAt }: Extract<Place, { kind: "item" }>,
  day: number,
  resets: Resets | undefined,
): boolean => {
  const reset = resets?.get(itemId);
  if (!reset || day > dayOf(reset.at)) return true;
  return day === dayOf(reset.at) && (resetAt === undefined || resetAt > reset.at);
};

type Asked = {
  filter: Filter;
  resets?: Resets | undefined;
  /** The dimension whose values are asked for. */
  by: number | null;
  isByPlace?: boolean;
};

/** The counts are valid during a visit. Visitors are those of views, or of clicks on the item of a filter. */
function forRows(
  { day, table }: Day,
  { filter, resets, by, isByPlace = false }: Asked,
  visit: (place: number, value: number, counts: Counts) => void,
): void {
  const { only, itemId } = filter;
  const dimension = only === undefined ? null : DIMENSIONS.indexOf(only.by);
  const value = only === undefined ? null : numberOf(table, dimension as number, only.value);
  if (value === undefined) return;
  const isCounted = table.places.map(
    (place) =>
      isOfPlace(place, filter) &&
      (itemId === undefined || place.kind === "page" || isAfterReset(place, day, resets)),
  );
  const hasVisitors = table.places.map(({ kind }) => itemId !== undefined || kind === "page");
  const counts = noCounts();
  const read = (numbers: readonly number[], at: number, withVisitors: boolean) => {
    counts.views = numbers[at] as number;
    counts.clicks = numbers[at + 1] as number;
    counts.visitors = withVisitors ? (numbers[at + 2] as number) : 0;
    return counts;
  };
  const cells = table.cells.numbers;
  for (let at = 0; at < cells.length; at += CELL.size) {
    const place = cells[at] as number;
    const combination = table.combinations[cells[at + 1] as number] as string;
    if (!isCounted[place] || (dimension !== null && valueIn(combination, dimension) !== value)) continue;
    const named = by === null ? NO_VALUE : valueIn(combination, by);
    visit(place, named, read(cells, at + CELL.counts, hasVisitors[place] as boolean));
  }
  // The rest knows one dimension at a time.
  if (by !== null && dimension !== null && by !== dimension) return;
  const known = by ?? dimension ?? ANY;
  const ofPlaces = known === ANY || isByPlace || itemId !== undefined || filter.shelfId !== undefined;
  const rest = (ofPlaces && known !== ANY ? table.pairs : table.rest).numbers;
  for (let at = 0; at < rest.length; at += REST.size) {
    const place = rest[at] as number;
    if (rest[at + 1] !== known || (value !== null && rest[at + 2] !== value)) continue;
    if (ofPlaces ? isCounted[place] : place === ANY)
      visit(
        place,
        rest[at + 2] as number,
        read(rest, at + REST.counts, !ofPlaces || hasVisitors[place] === true),
      );
  }
}

/** Undefined: no visit of the day has this value. */
function numberOf(table: DayTable, dimension: number, value: string | null): number | undefined {
  if (value === null) return NO_VALUE;
  if (value === OTHER_VALUE) return OTHER;
  const at = table.values[dimension]?.indexOf(value) ?? -1;
  return at === -1 ? undefined : at + FIRST_VALUE;
}
