/**
 * The counts of an account on one UTC day: by every combination of a place and the values of all dimensions
 * (a cell), so that a reader can filter by any of them. Stored as JSON in two columns.
 *
 *   counts   values, places and combinations of values: texts, to which numbers refer
 *            cells: the first COMBINATIONS_MAX combinations, and later events of the same
 *            rest: all other events, by place alone and by one value alone
 *   pairs    the rest by place and one value: a busy day's largest part, and few readers need it
 *
 * Sums are exact beyond the limits; only the combinations of the rest are unknown.
 */
import { DIMENSION_VALUES_MAX, OTHER_VALUE, type VisitCounts } from "@shelv/contract/analytics";
import { type Dimension, DIMENSIONS } from "@shelv/contract/analytics-dimensions";

/**
 * `page`: a view, with the shelves then on the page. `item`: a click, its shelf if known, and the time of the
 * reset that it is before.
 */
export type Place =
  | { kind: "page"; shelfIds: readonly string[] }
  | { kind: "item"; itemId: string; shelfId: string | null; resetAt?: number | undefined };

export type Counts = VisitCounts;
/** In the order of `DIMENSIONS`. */
export type Values = readonly (string | null)[];
type Names = readonly ReadonlySet<string>[];

export const COMBINATIONS_MAX = 1000;
const PAIRS_MAX = 4000;
const PLACES_MAX = 60_000;
/** The most different sets of shelves that views saw. */
const SHELF_SETS_MAX = 32;

/** Numbers of values. */
export const NO_VALUE = 0;
export const OTHER = 1;
export const FIRST_VALUE = 2;
/** In a row of the rest: every place, or no dimension. */
export const ANY = -1;

/** Numbers of a row: its key, then views, clicks, visitors. A cell's key: place, combination. */
export const CELL = { counts: 2, size: 5 } as const;
/** The key: place, dimension, value. */
export const REST = { counts: 3, size: 6 } as const;

/** The place of views whose shelves do not fit. */
const PAGE_ALONE = 0;

export const valuesOf = (valueOf: (by: Dimension, at: number) => string | null): Values =>
  DIMENSIONS.map(valueOf);
export const NO_VALUES = valuesOf(() => null);

export type StoredTable = { counts: string; pairs: string };
type StoredCounts = {
  values: string[][];
  places: string[];
  /** One text: as a list, it takes most of the time to parse. */
  combinations: string;
  cells: number[];
  rest: number[];
};
/** The rows of each place are JSON of their own: a reader of one item parses only these. */
type StoredPairs = [place: number, rows: string][];

export class DayTable {
  readonly values: string[][] = DIMENSIONS.map(() => []);
  readonly places: Place[] = [{ kind: "page", shelfIds: [] }];
  combinations: string[];
  cells = new Rows(CELL);
  rest = new Rows(REST);
  pairs = new Rows(REST);
  #numbers: {
    places: Map<string, number>;
    combinations: Map<string, number>;
    values: Map<string, number>[];
  } | null = null;

  constructor(combinations: string[] = []) {
    this.combinations = combinations;
  }

  /** Without `pairs`, what only they say is unknown. `isWanted`: the places whose pairs are read. */
  static read(
    { counts, pairs = "[]" }: { counts: string; pairs?: string },
    isWanted: (place: Place) => boolean = () => true,
  ): DayTable {
    const { values, places, combinations, cells, rest } = JSON.parse(counts) as StoredCounts;
    const table = new DayTable(combinations === "" ? [] : combinations.split(" "));
    for (const [dimension, texts] of table.values.entries()) texts.push(...(values[dimension] ?? []));
    for (const text of places) table.places.push(readPlace(text));
    table.cells = new Rows(CELL, cells);
    table.rest = new Rows(REST, rest);
    const ofPlaces = (JSON.parse(pairs) as StoredPairs).filter(([at]) => isWanted(table.places[at] as Place));
    table.pairs = new Rows(
      REST,
      ofPlaces.flatMap(([, rows]) => JSON.parse(rows) as number[]),
    );
    return table;
  }

  stored(): StoredTable {
    const counts: StoredCounts = {
      values: this.values,
      places: this.places.slice(1).map(placeText),
      combinations: this.combinations.join(" "),
      cells: this.cells.numbers,
      rest: this.rest.numbers,
    };
    const ofPlaces = Map.groupBy(this.pairs, ([place]) => place as number);
    const pairs: StoredPairs = [...ofPlaces].map(([place, rows]) => [place, JSON.stringify(rows.flat())]);
    return { counts: JSON.stringify(counts), pairs: JSON.stringify(pairs) };
  }

  add(place: Place, values: Values, counts: Counts, mayTakeCell = true): void {
    const at = this.#placeNumber(place);
    const numbers = values.map((value, dimension) => this.#valueNumber(dimension, value));
    const cellsMax = mayTakeCell ? COMBINATIONS_MAX : 0;
    const combination = this.#combinationNumber(numbers, this.cells.count < cellsMax);
    if (combination !== undefined && this.cells.add([at, combination], counts, cellsMax)) return;
    this.rest.add([at, ANY, ANY], counts);
    const ofValue = place.kind === "item" ? { ...counts, visitors: 0 } : counts;
    for (const [dimension, value] of numbers.entries()) {
      this.rest.add([ANY, dimension, value], ofValue);
      this.pairs.add([at, dimension, value], counts, PAIRS_MAX);
    }
  }

  /** Whether an event needs one of the last half of the cells, after `ahead` others. */
  takesLastCell(place: Place, values: Values, ahead: number): boolean {
    if (this.cells.count + ahead < COMBINATIONS_MAX / 2) return false;
    const numbers = values.flatMap((value, dimension) => this.#knownNumber(dimension, value) ?? []);
    const at = this.#known.places.get(placeText(place));
    const combination = this.#known.combinations.get(combinationText(numbers));
    return at === undefined || combination === undefined || !this.cells.has([at, combination]);
  }

  hasValue(dimension: number, value: string): boolean {
    return this.#known.values[dimension]?.has(value) ?? false;
  }

  valueAt(dimension: number, number: number): string | null {
    if (number === NO_VALUE) return null;
    return this.values[dimension]?.[number - FIRST_VALUE] ?? OTHER_VALUE;
  }

  /** Counts these values as "other". */
  evict(evicted: Names): void {
    const numberAfter = this.values.map((texts, dimension) => {
      const kept = texts.filter((text) => !evicted[dimension]?.has(text));
      const numbers = texts.map((text) => (kept.includes(text) ? kept.indexOf(text) + FIRST_VALUE : OTHER));
      texts.splice(0, texts.length, ...kept);
      return [NO_VALUE, OTHER, ...numbers];
    });
    this.#numbers = null;
    const after = (dimension: number, value: number) => numberAfter[dimension]?.[value] ?? value;
    const before = this.combinations;
    this.combinations = [];
    this.cells = this.cells.renamed(([place, combination]) => {
      const numbers = DIMENSIONS.map((_, dimension) =>
        after(dimension, valueIn(before[combination as number] as string, dimension)),
      );
      return [place as number, this.#combinationNumber(numbers, true) as number];
    });
    for (const name of ["rest", "pairs"] as const)
      this[name] = this[name].renamed(([place, dimension, value]) => [
        place as number,
        dimension as number,
        after(dimension as number, value as number),
      ]);
  }

  /** The clicks on this item so far are those before the reset. False if there are none. */
  reset(itemId: string, resetAt: number): boolean {
    this.#numbers = null;
    let isReset = false;
    for (const [at, place] of this.places.entries()) {
      if (place.kind !== "item" || place.itemId !== itemId || place.resetAt !== undefined) continue;
      this.places[at] = { ...place, resetAt };
      isReset = true;
    }
    return isReset;
  }

  get #known() {
    return (this.#numbers ??= {
      places: new Map(this.places.map((place, at) => [placeText(place), at])),
      combinations: new Map(this.combinations.map((text, at) => [text, at])),
      values: this.values.map((texts) => new Map(texts.map((text, at) => [text, at + FIRST_VALUE]))),
    });
  }

  #knownNumber(dimension: number, value: string | null): number | undefined {
    if (value === null) return NO_VALUE;
    return value === OTHER_VALUE ? OTHER : this.#known.values[dimension]?.get(value);
  }

  #valueNumber(dimension: number, value: string | null): number {
    const known = this.#knownNumber(dimension, value);
    const texts = this.values[dimension] as string[];
    if (known !== undefined || value === null) return known ?? NO_VALUE;
    if (texts.length >= DIMENSION_VALUES_MAX) return OTHER;
    const number = texts.push(value) - 1 + FIRST_VALUE;
    this.#known.values[dimension]?.set(value, number);
    return number;
  }

  #combinationNumber(numbers: readonly number[], mayBeNew: boolean): number | undefined {
    const text = combinationText(numbers);
    const known = this.#known.combinations.get(text);
    if (known !== undefined || !mayBeNew) return known;
    this.#known.combinations.set(text, this.combinations.length);
    return this.combinations.push(text) - 1;
  }

  #placeNumber(place: Place): number {
    const { places } = this.#known;
    const known = places.get(placeText(place));
    if (known !== undefined) return known;
    const isFull =
      place.kind === "page" && this.places.filter(({ kind }) => kind === "page").length >= SHELF_SETS_MAX;
    if (isFull || this.places.length >= PLACES_MAX) return PAGE_ALONE;
    places.set(placeText(place), this.places.length);
    return this.places.push(place) - 1;
  }
}

/** Rows of one length in a flat list. A key occurs once. */
class Rows {
  readonly numbers: number[];
  readonly #counts: number;
  readonly #size: number;
  #startOf: Map<string, number> | null = null;

  constructor({ counts, size }: { counts: number; size: number }, numbers: number[] = []) {
    this.numbers = numbers;
    this.#counts = counts;
    this.#size = size;
  }

  get count(): number {
    return this.numbers.length / this.#size;
  }

  has(key: readonly number[]): boolean {
    return this.#starts.has(String.fromCharCode(...key));
  }

  /** False: it would be a new row, and there are `max`. */
  add(key: readonly number[], { views, clicks, visitors }: Counts, max = Infinity): boolean {
    const text = String.fromCharCode(...key);
    let start = this.#starts.get(text);
    if (start === undefined) {
      if (this.count >= max) return false;
      start = this.numbers.push(...key, 0, 0, 0) - this.#size;
      this.#starts.set(text, start);
    }
    for (const [nth, count] of [views, clicks, visitors].entries())
      (this.numbers[start + this.#counts + nth] as number) += count;
    return true;
  }

  renamed(rename: (key: number[]) => number[]): Rows {
    const rows = new Rows({ counts: this.#counts, size: this.#size });
    for (const row of this) {
      const [views = 0, clicks = 0, visitors = 0] = row.splice(this.#counts);
      rows.add(rename(row), { views, clicks, visitors });
    }
    return rows;
  }

  *[Symbol.iterator](): Generator<number[]> {
    for (let at = 0; at < this.numbers.length; at += this.#size)
      yield this.numbers.slice(at, at + this.#size);
  }

  get #starts(): Map<string, number> {
    if (this.#startOf) return this.#startOf;
    const starts = new Map<string, number>();
    for (let at = 0; at < this.numbers.length; at += this.#size)
      starts.set(String.fromCharCode(...this.numbers.slice(at, at + this.#counts)), at);
    return (this.#startOf = starts);
  }
}

/** A character for each dimension: the value's number after this one, "0". */
const FIRST_CHARACTER = 48;
const combinationText = (numbers: readonly number[]): string =>
  String.fromCharCode(...numbers.map((number) => FIRST_CHARACTER + number));
/** A combination of an older build has no values of newer dimensions. */
export const valueIn = (combination: string, dimension: number): number =>
  dimension < combination.length ? combination.charCodeAt(dimension) - FIRST_CHARACTER : NO_VALUE;

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
