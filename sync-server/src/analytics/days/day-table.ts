/**
 * The counts of an account on one UTC day, as lines of JSON: a reader parses only those that it needs.
 *
 *   counts   values: of each dimension, with their sums
 *            places: with their sums
 *            cells: the first CELLS_MAX combinations of a place and a value of each dimension, by column
 *   pairs    a line for each place: the events that no cell counts, by one value at a time
 *
 * A value's or place's number is its position in the first two lines. Sums are exact beyond the limits; only
 * the combinations of events without a cell are unknown.
 */
import { DIMENSION_VALUES_MAX, OTHER_VALUE, type VisitCounts } from "@shelv/contract/analytics";
import { type Dimension, DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import type { VisitValues } from "#analytics/visitor/sender";

/**
 * `page`: a view, with the shelves then on the page. `item`: a click, its shelf if known, and the time of the
 * reset that followed.
 */
export type Place =
  | { kind: "page"; shelfIds: readonly string[] }
  | { kind: "item"; itemId: string; shelfId: string | null; resetAt?: number | undefined };

export type Counts = VisitCounts;
/** `count`: views of a page, clicks on an item. */
export type PlaceCounts = { count: number; visitors: number };

/** Visitors are those of views. */
export type ValueRow = [name: string | null, views: number, clicks: number, visitors: number];
/** A column has one of `values` for each cell, a character each, see `numberIn`. `pairs`: their number. */
type Cells = {
  place: number[];
  count: number[];
  visitors: number[];
  values: Record<Dimension, string>;
  pairs: number;
};
type PlaceRow = [place: string, count: number, visitors: number];
type Pair = [value: number, count: number, visitors: number];
type Pairs = Partial<Record<Dimension, Pair[]>>;
type Numbers = Record<Dimension, number>;

export const CELLS_MAX = 1000;
const PAIRS_MAX = 4000;
/** Twice an account's items. Each commit reads and writes all places of the day, which takes 50 ms. */
const PLACES_MAX = 20_000;
/** Different sets of shelves that views saw. */
const SHELF_SETS_MAX = 32;

const NO_VALUE = 0;
const OTHER = 1;
const FIRST_VALUE = 2;
/** For views whose shelves do not fit. */
const PAGE_ALONE = 0;

export type StoredTable = { counts: string; pairs: string };

export class DayTable {
  readonly #counts: string[];
  readonly #pairs: string[];
  readonly #pairsOf = new Map<number, Pairs>();
  #values: Record<Dimension, ValueRow[]> | null = null;
  #places: (Place & PlaceCounts)[] | null = null;
  /** By text: a commit may add hundreds of events to thousands of places. */
  #placeNumbers: Map<string, number> | null = null;
  #cells: Cells | null = null;

  /** Without `pairs`, their part is unknown. */
  constructor({ counts = "", pairs = "" }: Partial<StoredTable> = {}) {
    this.#counts = counts.split("\n");
    this.#pairs = pairs.split("\n");
  }

  get values(): Record<Dimension, ValueRow[]> {
    return (this.#values ??= readValues(this.#counts[0]));
  }

  get places(): (Place & PlaceCounts)[] {
    return (this.#places ??= readPlaces(this.#counts[1]));
  }

  get cells(): Cells {
    return (this.#cells ??= readCells(this.#counts[2]));
  }

  pairsOf(place: number): Pairs {
    const pairs = this.#pairsOf.get(place) ?? parsed<Pairs>(this.#pairs[place], () => ({}));
    this.#pairsOf.set(place, pairs);
    return pairs;
  }

  stored(): StoredTable {
    for (const [place, pairs] of this.#pairsOf) this.#pairs[place] = JSON.stringify(pairs);
    const places = this.places.map((place): PlaceRow => [placeText(place), place.count, place.visitors]);
    return {
      counts: [this.values, places, this.cells].map((line) => JSON.stringify(line)).join("\n"),
      pairs: this.#pairs.join("\n"),
    };
  }

  names(by: Dimension): string[] {
    return this.values[by].slice(FIRST_VALUE).map(([name]) => name as string);
  }

  /** -1: no event of the day has this value. */
  numberOf(by: Dimension, value: string | null): number {
    return this.values[by].findIndex(([name]) => name === value);
  }

  add(place: Place, values: VisitValues, counts: PlaceCounts, mayTakeCell = true): void {
    const at = this.#placeNumber(place);
    const numbers = ofEach((by) => this.#valueNumber(by, values[by] ?? null));
    addCounts(this.places[at] as PlaceCounts, counts);
    for (const by of DIMENSIONS) {
      const isView = place.kind === "page";
      const row = this.values[by][numbers[by]] as ValueRow;
      row[isView ? 1 : 2] += counts.count;
      row[3] += isView ? counts.visitors : 0;
    }
    if (this.#addToCell(at, numbers, counts, mayTakeCell ? CELLS_MAX : 0)) return;
    for (const by of DIMENSIONS) this.#addPair(at, by, [numbers[by], counts.count, counts.visitors]);
  }

  /** Whether an event needs one of the last half of the cells, after `ahead` others. */
  takesLastCell(place: Place, values: VisitValues, ahead: number): boolean {
    if (this.cells.place.length + ahead < CELLS_MAX / 2) return false;
    const numbers = ofEach((by) => this.numberOf(by, values[by] ?? null));
    return this.#cellOf(this.#findPlace(place), numbers) === -1;
  }

  /** These values become "other". */
  evict(evicted: ReadonlyMap<Dimension, ReadonlySet<string>>): void {
    const pairs = this.places.map((_, place) => this.pairsOf(place));
    const { place, count, visitors, values } = this.cells;
    const renumbered = ofEach((by) => this.#evictFrom(by, evicted.get(by) ?? new Set()));
    this.#cells = readCells();
    this.#pairsOf.clear();
    this.#pairs.length = 0;
    for (const [at, number] of place.entries()) {
      const numbers = ofEach((by) => renumbered[by][numberIn(values[by], at)] as number);
      this.#addToCell(number, numbers, { count: count[at] as number, visitors: visitors[at] as number });
    }
    for (const [place, ofPlace] of pairs.entries())
      for (const by of DIMENSIONS)
        for (const [value, ...counts] of ofPlace[by] ?? [])
          this.#addPair(place, by, [renumbered[by][value] as number, ...counts]);
  }

  /** The item's clicks so far are then before the reset. False if there are none. */
  reset(itemId: string, resetAt: number): boolean {
    const counted = this.places.filter(
      (place) => place.kind === "item" && place.itemId === itemId && place.resetAt === undefined,
    );
    for (const place of counted) Object.assign(place, { resetAt });
    this.#placeNumbers = null;
    return counted.length > 0;
  }

  #valueNumber(by: Dimension, value: string | null): number {
    const known = this.numberOf(by, value);
    if (known !== -1) return known;
    if (this.values[by].length >= FIRST_VALUE + DIMENSION_VALUES_MAX) return OTHER;
    return this.values[by].push([value, 0, 0, 0]) - 1;
  }

  /** Returns each value's new number. */
  #evictFrom(by: Dimension, evicted: ReadonlySet<string>): number[] {
    const rows = this.values[by];
    const left = rows.filter(([name]) => name === null || !evicted.has(name));
    const other = left[OTHER] as ValueRow;
    for (const [name, ...counts] of rows)
      if (name !== null && evicted.has(name))
        for (const [at, count] of counts.entries()) (other[at + 1] as number) += count;
    this.values[by] = left;
    return rows.map((row) => (left.includes(row) ? left.indexOf(row) : OTHER));
  }

  #findPlace(place: Place): number {
    this.#placeNumbers ??= new Map(
      this.places.map((other, number) => [placeText(other), number] as const).toReversed(),
    );
    return this.#placeNumbers.get(placeText(place)) ?? -1;
  }

  #placeNumber(place: Place): number {
    const known = this.#findPlace(place);
    if (known !== -1) return known;
    const isFull =
      place.kind === "page" && this.places.filter(({ kind }) => kind === "page").length >= SHELF_SETS_MAX;
    if (isFull || this.places.length >= PLACES_MAX) return PAGE_ALONE;
    const number = this.places.push({ ...place, count: 0, visitors: 0 }) - 1;
    this.#placeNumbers?.set(placeText(place), number);
    return number;
  }

  #cellOf(place: number, numbers: Numbers): number {
    const { place: places, values } = this.cells;
    const wanted = DIMENSIONS.map((by) => [values[by], FIRST_CHARACTER + numbers[by]] as const);
    return places.findIndex(
      (other, at) =>
        other === place && wanted.every(([column, character]) => column.charCodeAt(at) === character),
    );
  }

  /** False: it would be a new cell, and there are `max`. */
  #addToCell(place: number, numbers: Numbers, counts: PlaceCounts, max = Infinity): boolean {
    const { cells } = this;
    const at = this.#cellOf(place, numbers);
    if (at === -1 && cells.place.length >= max) return false;
    if (at === -1) {
      cells.place.push(place);
      cells.count.push(counts.count);
      cells.visitors.push(counts.visitors);
      for (const by of DIMENSIONS) cells.values[by] += characterOf(numbers[by]);
    } else {
      (cells.count[at] as number) += counts.count;
      (cells.visitors[at] as number) += counts.visitors;
    }
    return true;
  }

  #addPair(place: number, by: Dimension, [value, count, visitors]: Pair): void {
    const rows = (this.pairsOf(place)[by] ??= []);
    const row = rows.find(([other]) => other === value);
    if (row) {
      row[1] += count;
      row[2] += visitors;
    } else if (this.cells.pairs < PAIRS_MAX) {
      rows.push([value, count, visitors]);
      this.cells.pairs += 1;
    }
  }
}

const parsed = <T>(line: string | undefined, empty: () => T): T =>
  line === undefined || line === "" ? empty() : (JSON.parse(line) as T);

const ofEach = <T>(valueOf: (by: Dimension) => T): Record<Dimension, T> =>
  Object.fromEntries(DIMENSIONS.map((by) => [by, valueOf(by)])) as Record<Dimension, T>;

/** In a day of an older build, no event has a value of a newer dimension. */
function readValues(line: string | undefined): Record<Dimension, ValueRow[]> {
  const rows = parsed<Partial<Record<Dimension, ValueRow[]>>>(line, () => ({}));
  const [known = []] = Object.values(rows);
  const sum = (at: 1 | 2 | 3) => known.reduce((total, row) => total + row[at], 0);
  return ofEach(
    (by) =>
      rows[by] ?? [
        [null, sum(1), sum(2), sum(3)],
        [OTHER_VALUE, 0, 0, 0],
      ],
  );
}

function readCells(line?: string): Cells {
  const { values, ...cells } = parsed<Cells>(line, () => ({
    place: [],
    count: [],
    visitors: [],
    values: ofEach(() => ""),
    pairs: 0,
  }));
  const withEach = (column = "") => column.padEnd(cells.place.length, characterOf(NO_VALUE));
  return { ...cells, values: ofEach((by) => withEach(values[by])) };
}

const FIRST_CHARACTER = "0".charCodeAt(0);
const characterOf = (number: number): string => String.fromCharCode(FIRST_CHARACTER + number);
/** The number of a cell's value. */
export const numberIn = (column: string, cell: number): number => column.charCodeAt(cell) - FIRST_CHARACTER;

function addCounts(sum: PlaceCounts, { count, visitors }: PlaceCounts): void {
  sum.count += count;
  sum.visitors += visitors;
}

function readPlaces(line: string | undefined): (Place & PlaceCounts)[] {
  const rows = parsed(line, (): PlaceRow[] => [["page", 0, 0]]);
  return rows.map(([text, count, visitors]) => ({ ...readPlace(text), count, visitors }));
}

const placeText = (place: Place): string =>
  place.kind === "page"
    ? ["page", ...place.shelfIds].join(" ")
    : ["item", place.itemId, place.shelfId ?? "", place.resetAt ?? ""].join(" ").trimEnd();

function readPlace(text: string): Place {
  const [kind, ...ids] = text.split(" ");
  if (kind === "page") return { kind, shelfIds: ids };
  const [itemId = "", shelfId = "", resetAt] = ids;
  return {
    kind: "item",
    itemId,
    shelfId: shelfId === "" ? null : shelfId,
    resetAt: resetAt === undefined ? undefined : Number(resetAt),
  };
}
