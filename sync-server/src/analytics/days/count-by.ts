import { DIMENSIONS, type Dimension } from "@shelv/contract/analytics";
import {
  CELL,
  type Counts,
  type DayTable,
  FIRST_VALUE,
  NO_VALUE,
  OTHER,
  PAIR,
  type Place,
  OVERFLOW,
} from "./day-table.ts";

export type Filter = {
  itemId?: string | undefined;
  shelfId?: string | undefined;
  only?: { by: Dimension; value: string | null } | undefined;
};

export const noCounts = (): Counts => ({ views: 0, clicks: 0, visitors: 0 });

export function addCounts(sum: Counts, { views, clicks, visitors }: Counts): void {
  sum.views += views;
  sum.clicks += clicks;
  sum.visitors += visitors;
}

type TableFilter = {
  /**
   * 0: the place does not count. 1: it counts. 2: only its views and clicks do, as visitors are counted by
   * views.
   */
  weightOf: Uint8Array;
  isOfPlace: boolean;
  only: { dimension: number; value: number } | null;
  pairs: readonly number[] | null;
};

function filterIn(table: DayTable, { itemId, shelfId, only }: Filter): TableFilter | null {
  const weightOf = Uint8Array.from(table.places, (place) => weight(place, itemId, shelfId));
  const isOfPlace = itemId !== undefined || shelfId !== undefined;
  if (only === undefined) return { weightOf, isOfPlace, only: null, pairs: null };
  const dimension = DIMENSIONS.indexOf(only.by);
  const value = indexOfValue(table, dimension, only.value);
  return value === null ? null : { weightOf, isOfPlace, only: { dimension, value }, pairs: null };
}

function weight(place: Place, itemId: string | undefined, shelfId: string | undefined): number {
  if (itemId !== undefined) return place.kind === "item" && place.itemId === itemId ? 1 : 0;
  if (shelfId !== undefined) {
    if (place.kind === "page") return place.shelfIds.includes(shelfId) ? 1 : 0;
    return place.shelfId === shelfId ? (place.kind === "item" ? 2 : 1) : 0;
  }
  return place.kind === "page" ? 1 : place.kind === "item" ? 2 : 0;
}

function indexOfValue({ values }: DayTable, dimension: number, value: string | null): number | null {
  if (value === null) return NO_VALUE;
  if (value === "other") return OTHER;
  const at = values[dimension]?.indexOf(value) ?? -1;
  return at === -1 ? null : at + FIRST_VALUE;
}

function addRow(sum: Counts, numbers: readonly number[], at: number, weight = 1): void {
  sum.views += numbers[at] as number;
  sum.clicks += numbers[at + 1] as number;
  if (weight === 1) sum.visitors += numbers[at + 2] as number;
}

export function totalOf(table: DayTable, filter: Filter): Counts {
  const of = filterIn(table, filter);
  return of ? totalIn(table, of) : noCounts();
}

function totalIn(table: DayTable, of: TableFilter): Counts {
  const sum = noCounts();
  for (let at = 0; at < table.cells.length; at += CELL.size) {
    const weight = weightOfCell(table, at, of);
    if (weight > 0) addRow(sum, table.cells, at + CELL.counts, weight);
  }
  if (of.only === null)
    forRows(table.overflowByPlace, OVERFLOW.size, (at) => {
      const weight = of.weightOf[table.overflowByPlace[at] as number] ?? 0;
      if (weight > 0) addRow(sum, table.overflowByPlace, at + OVERFLOW.counts, weight);
    });
  else if (of.isOfPlace) forPairs(table, of, of.only, (pairs, at, weight) => addRow(sum, pairs, at, weight));
  else {
    const { dimension, value } = of.only;
    const overflow = table.overflowByValue[dimension] as number[];
    forRows(overflow, OVERFLOW.size, (at) => {
      if (overflow[at] === value) addRow(sum, overflow, at + OVERFLOW.counts);
    });
  }
  return sum;
}

export type Sums = Map<string | null, Counts>;
export type AskedSums = readonly (readonly [by: Dimension, sums: Sums])[];

/**
 * Adds to the sums, by value. What is known only in total (of the overflow) goes to "other", so that the
 * values always add up to the total, which is returned.
 */
export function countByValues(table: DayTable, filter: Filter, asked: AskedSums): Counts {
  const of = filterIn(table, filter);
  if (!of) return noCounts();
  const total = totalIn(table, of);
  for (const [by, sums] of asked) addByValue(sums, table, { of, total, dimension: DIMENSIONS.indexOf(by) });
  return total;
}

function addByValue(
  sums: Sums,
  table: DayTable,
  { of, total, dimension }: { of: TableFilter; total: Counts; dimension: number },
): void {
  // This array has three counts for each index: a map would cost more than the rest.
  const byIndex = new Float64Array(3 * ((table.values[dimension]?.length ?? 0) + FIRST_VALUE));
  const addAt = (index: number, numbers: readonly number[], at: number, weight = 1) => {
    byIndex[3 * index] = (byIndex[3 * index] as number) + (numbers[at] as number);
    byIndex[3 * index + 1] = (byIndex[3 * index + 1] as number) + (numbers[at + 1] as number);
    if (weight === 1)
      byIndex[3 * index + 2] = (byIndex[3 * index + 2] as number) + (numbers[at + 2] as number);
  };
  for (let at = 0; at < table.cells.length; at += CELL.size) {
    const weight = weightOfCell(table, at, of);
    if (weight > 0)
      addAt(table.cells[at + CELL.values + dimension] as number, table.cells, at + CELL.counts, weight);
  }
  const isSame = of.only === null || of.only.dimension === dimension;
  if (isSame && of.isOfPlace)
    forPairs(table, of, { dimension, value: of.only?.value ?? null }, (pairs, at, weight, value) =>
      addAt(value, pairs, at, weight),
    );
  else if (isSame) {
    const overflow = table.overflowByValue[dimension] as number[];
    forRows(overflow, OVERFLOW.size, (at) => {
      const value = overflow[at] as number;
      if (of.only === null || of.only.value === value) addAt(value, overflow, at + OVERFLOW.counts);
    });
  }
  const unknown = { ...total };
  for (let index = 0; 3 * index < byIndex.length; index += 1) {
    const views = byIndex[3 * index] as number;
    const clicks = byIndex[3 * index + 1] as number;
    const visitors = byIndex[3 * index + 2] as number;
    if (views + clicks + visitors === 0) continue;
    unknown.views -= views;
    unknown.clicks -= clicks;
    unknown.visitors -= visitors;
    addCounts(entry(sums, table.valueAt(dimension, index)), { views, clicks, visitors });
  }
  if (unknown.views + unknown.clicks + unknown.visitors > 0) addCounts(entry(sums, "other"), unknown);
}

/**
 * Adds each item's clicks to `sums`. Under a value, the overflow counts only as far as pairs are known;
 * `isRough`: without reading these.
 */
export function countByItem(
  table: DayTable,
  filter: Filter,
  sums: Map<string, number>,
  { isRough = false } = {},
): void {
  const of = filterIn(table, filter);
  if (!of) return;
  const add = (place: number, clicks: number) => {
    const of = table.places[place];
    if (of?.kind === "item" && clicks > 0) sums.set(of.itemId, (sums.get(of.itemId) ?? 0) + clicks);
  };
  for (let at = 0; at < table.cells.length; at += CELL.size)
    if (weightOfCell(table, at, of) > 0)
      add(table.cells[at] as number, table.cells[at + CELL.counts + 1] as number);
  if (of.only !== null && isRough) return;
  if (of.only !== null)
    forPairs(table, of, of.only, (pairs, at) =>
      add(pairs[at - PAIR.counts] as number, pairs[at + 1] as number),
    );
  else
    forRows(table.overflowByPlace, OVERFLOW.size, (at) => {
      const place = table.overflowByPlace[at] as number;
      if ((of.weightOf[place] ?? 0) > 0)
        add(place, table.overflowByPlace[at + OVERFLOW.counts + 1] as number);
    });
}

export function countByShelf(table: DayTable, sums: Map<string, Counts>): void {
  const add = (place: number, numbers: readonly number[], at: number) => {
    const of = table.places[place] as Place;
    const shelfIds = of.kind === "page" ? of.shelfIds : of.shelfId === null ? [] : [of.shelfId];
    for (const id of shelfIds) addRow(entry(sums, id), numbers, at, of.kind === "item" ? 2 : 1);
  };
  forRows(table.cells, CELL.size, (at) => add(table.cells[at] as number, table.cells, at + CELL.counts));
  forRows(table.overflowByPlace, OVERFLOW.size, (at) =>
    add(table.overflowByPlace[at] as number, table.overflowByPlace, at + OVERFLOW.counts),
  );
}

function weightOfCell({ cells }: DayTable, at: number, { weightOf, only }: TableFilter): number {
  if (only !== null && cells[at + CELL.values + only.dimension] !== only.value) return 0;
  return weightOf[cells[at] as number] ?? 0;
}

function forPairs(
  table: DayTable,
  of: TableFilter,
  only: { dimension: number; value: number | null },
  visit: (pairs: readonly number[], at: number, weight: number, value: number) => void,
): void {
  const { weightOf } = of;
  const overflowPairs = (of.pairs ??= table.pairsOf((place) => (weightOf[place] ?? 0) > 0));
  forRows(overflowPairs, PAIR.size, (at) => {
    const [place, dimension, value] = [overflowPairs[at], overflowPairs[at + 1], overflowPairs[at + 2]] as [
      number,
      number,
      number,
    ];
    const weight = weightOf[place] ?? 0;
    if (weight > 0 && dimension === only.dimension && (only.value === null || only.value === value))
      visit(overflowPairs, at + PAIR.counts, weight, value);
  });
}

function forRows(rows: readonly number[], size: number, visit: (at: number) => void): void {
  for (let at = 0; at < rows.length; at += size) visit(at);
}

function entry<K>(sums: Map<K, Counts>, key: K): Counts {
  let counts = sums.get(key);
  if (!counts) sums.set(key, (counts = noCounts()));
  return counts;
}
