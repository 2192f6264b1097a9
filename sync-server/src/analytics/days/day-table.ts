/**
 * The counts of an account on one UTC day: by every combination of a place and the values of all dimensions
 * (a cell), so that a reader can filter by any of them.
 *
 *   cells             the first COMBINATIONS_MAX combinations, and later events of the same
 *   overflowByPlace   all other events, by place alone; overflowByValue by one value; overflowPairs by both
 *
 * Sums are exact beyond the limits; only the combinations of the overflow are unknown.
 */
import {
  type Dimension,
  DIMENSION_VALUES_MAX,
  DIMENSIONS,
  type VisitCounts,
} from "@shelv/contract/analytics";

/**
 * `page`: a view, with the shelves then on the page. `item`: a click; its shelf if known. `shelf`: only the
 * shelf's counts, not the page's (in totals).
 */
export type Place =
  | { kind: "page"; shelfIds: readonly string[] }
  | { kind: "item"; itemId: string; shelfId: string | null }
  | { kind: "shelf"; shelfId: string };

export type Counts = VisitCounts;
export type Values = ValueOfEach<typeof DIMENSIONS>;
type ValueOfEach<Names extends readonly string[]> = { readonly [At in keyof Names]: string | null };

export const COMBINATIONS_MAX = 1000;
const PAIRS_MAX = 4000;
const PLACES_MAX = 60_000;
/** The most different sets of shelves that views saw. */
const SHELF_SETS_MAX = 32;

export const NO_VALUE = 0;
export const OTHER = 1;
export const FIRST_VALUE = 2;

/** Numbers of a cell: the place, an index for each dimension, then the three counts. */
export const CELL = { values: 1, counts: 1 + DIMENSIONS.length, size: 1 + DIMENSIONS.length + 3 } as const;
/** Numbers of an overflow row: place or value, counts; of a pair: place, dimension, value, counts. */
export const OVERFLOW = { size: 4, counts: 1 } as const;
export const PAIR = { size: 6, counts: 3 } as const;

/** The place of views whose shelves do not fit. */
const PAGE_ALONE = 0;
export const valuesOf = (valueOf: (by: Dimension, at: number) => string | null): Values =>
  DIMENSIONS.map(valueOf) as readonly (string | null)[] as Values;
export const NO_VALUES = valuesOf(() => null);

type ReadPairs = (isWanted: (place: number) => boolean) => number[];

export class DayTable {
  readonly values: string[][] = DIMENSIONS.map(() => []);
  readonly places: Place[] = [{ kind: "page", shelfIds: [] }];
  cells: number[] = [];
  readonly overflowByPlace: number[] = [];
  readonly overflowByValue: number[][] = DIMENSIONS.map(() => []);
  #overflowPairs: number[] | null = null;
  readonly #readPairs: ReadPairs;
  #index: Index | null = null;

  /** `readPairs`: reads the pairs of a stored day, its largest part. A reader needs few places of it. */
  constructor(readPairs: ReadPairs = () => []) {
    this.#readPairs = readPairs;
  }

  get overflowPairs(): number[] {
    return (this.#overflowPairs ??= this.#readPairs(() => true));
  }

  pairsOf(isWanted: (place: number) => boolean): readonly number[] {
    return this.#overflowPairs ?? this.#readPairs(isWanted);
  }

  /** How many numbers the table has, for limits of memory. */
  get size(): number {
    return this.cells.length + this.overflowByPlace.length + this.overflowPairs.length;
  }

  takesLastCell(place: Place, values: Values, ahead: number): boolean {
    const { cellAt, placeAt, valueAt } = (this.#index ??= indexOf(this));
    if (cellAt.size + ahead < COMBINATIONS_MAX / 2) return false;
    const indices = values.map((value, dimension) => {
      if (value === null) return NO_VALUE;
      return value === OTHER_TEXT ? OTHER : valueAt[dimension]?.get(value);
    });
    const numbers = [placeAt.get(placeKey(place)), ...indices].filter((number) => number !== undefined);
    return numbers.length <= indices.length || !cellAt.has(String.fromCharCode(...numbers));
  }

  add(place: Place, values: Values, counts: Counts, mayTakeCell = true): void {
    const at = this.#placeOf(place);
    const indices = values.map((value, dimension) => this.#valueOf(dimension, value));
    const key = String.fromCharCode(at, ...indices);
    const { cellAt } = (this.#index ??= indexOf(this));
    let start = cellAt.get(key);
    if (start === undefined && mayTakeCell && cellAt.size < COMBINATIONS_MAX) {
      start = this.cells.push(at, ...indices, 0, 0, 0) - CELL.size;
      cellAt.set(key, start);
    }
    if (start !== undefined) return addTo(this.cells, start + CELL.counts, counts);
    this.#addRestOfPlace(at, counts);
    const ofValue = place.kind === "item" ? { ...counts, visitors: 0 } : counts;
    for (const [dimension, value] of indices.entries()) {
      this.#addRestOfValue(dimension, value, ofValue);
      this.#addRestOfPair([at, dimension, value], counts);
    }
  }

  /** The day of `other` must be the same. */
  merge(other: DayTable): void {
    for (let at = 0; at < other.cells.length; at += CELL.size) {
      const values = valuesOf((_, dimension) =>
        other.valueAt(dimension, other.cells[at + CELL.values + dimension] as number),
      );
      this.add(other.#placeAt(other.cells[at] as number), values, countsAt(other.cells, at + CELL.counts));
    }
    for (let at = 0; at < other.overflowByPlace.length; at += OVERFLOW.size)
      this.#addRestOfPlace(
        this.#placeOf(other.#placeAt(other.overflowByPlace[at] as number)),
        countsAt(other.overflowByPlace, at + OVERFLOW.counts),
      );
    for (const [dimension, overflow] of other.overflowByValue.entries()) {
      for (let at = 0; at < overflow.length; at += OVERFLOW.size)
        this.#addRestOfValue(
          dimension,
          this.#valueOf(dimension, other.valueAt(dimension, overflow[at] as number)),
          countsAt(overflow, at + OVERFLOW.counts),
        );
    }
    for (let at = 0; at < other.overflowPairs.length; at += PAIR.size) {
      const [place, dimension, value] = other.overflowPairs.slice(at, at + 3) as [number, number, number];
      this.#addRestOfPair(
        [
          this.#placeOf(other.#placeAt(place)),
          dimension,
          this.#valueOf(dimension, other.valueAt(dimension, value)),
        ],
        countsAt(other.overflowPairs, at + PAIR.counts),
      );
    }
  }

  hasValue(dimension: number, value: string): boolean {
    return (this.#index ??= indexOf(this)).valueAt[dimension]?.has(value) ?? false;
  }

  without(values: readonly ReadonlySet<string>[]): DayTable {
    const renamed = new DayTable(() => this.overflowPairs);
    for (const [dimension, texts] of this.values.entries())
      renamed.values[dimension]?.push(
        ...texts.map((text) => (values[dimension]?.has(text) ? OTHER_TEXT : text)),
      );
    renamed.places.push(...this.places.slice(1));
    renamed.cells = this.cells;
    renamed.overflowByPlace.push(...this.overflowByPlace);
    for (const [dimension, rows] of this.overflowByValue.entries())
      renamed.overflowByValue[dimension]?.push(...rows);
    const table = new DayTable();
    table.merge(renamed);
    return table;
  }

  ofItem(itemId: string): DayTable {
    const isOf = (place: number | undefined) => {
      const of = this.#placeAt(place as number);
      return of.kind === "item" && of.itemId === itemId;
    };
    const part = new DayTable();
    const whole = new DayTable();
    for (const [dimension, texts] of this.values.entries()) whole.values[dimension]?.push(...texts);
    whole.places.push(...this.places.slice(1));
    for (const [name, size] of [
      ["cells", CELL.size],
      ["overflowByPlace", OVERFLOW.size],
      ["overflowPairs", PAIR.size],
    ] as const) {
      for (let at = 0; at < this[name].length; at += size)
        if (isOf(this[name][at])) whole[name].push(...this[name].slice(at, at + size));
    }
    part.merge(whole);
    return part;
  }

  valueAt(dimension: number, index: number): string | null {
    if (index === NO_VALUE) return null;
    return index === OTHER ? OTHER_TEXT : (this.values[dimension]?.[index - FIRST_VALUE] ?? OTHER_TEXT);
  }

  #placeAt(index: number): Place {
    return this.places[index] ?? { kind: "page", shelfIds: [] };
  }

  #placeOf(place: Place): number {
    const { placeAt, shelfSets } = (this.#index ??= indexOf(this));
    const key = placeKey(place);
    const known = placeAt.get(key);
    if (known !== undefined) return known;
    const isFull = this.places.length >= PLACES_MAX;
    if (isFull || (place.kind === "page" && shelfSets.count >= SHELF_SETS_MAX)) return PAGE_ALONE;
    if (place.kind === "page") shelfSets.count += 1;
    placeAt.set(key, this.places.length);
    return this.places.push(place) - 1;
  }

  #valueOf(dimension: number, value: string | null): number {
    if (value === null) return NO_VALUE;
    if (value === OTHER_TEXT) return OTHER;
    const texts = this.values[dimension] as string[];
    const valueAt = (this.#index ??= indexOf(this)).valueAt[dimension] as Map<string, number>;
    const known = valueAt.get(value);
    if (known !== undefined) return known;
    if (texts.length >= DIMENSION_VALUES_MAX) return OTHER;
    const index = texts.push(value) - 1 + FIRST_VALUE;
    valueAt.set(value, index);
    return index;
  }

  #addRestOfPlace(place: number, counts: Counts): void {
    addRow(
      this.overflowByPlace,
      (this.#index ??= indexOf(this)).placeRow,
      String.fromCharCode(place),
      [place],
      counts,
    );
  }

  #addRestOfValue(dimension: number, value: number, counts: Counts): void {
    const rows = (this.#index ??= indexOf(this)).valueRow[dimension] as Map<string, number>;
    addRow(this.overflowByValue[dimension] as number[], rows, String.fromCharCode(value), [value], counts);
  }

  #addRestOfPair(pair: [place: number, dimension: number, value: number], counts: Counts): void {
    const { pairRow } = (this.#index ??= indexOf(this));
    const key = String.fromCharCode(...pair);
    if (pairRow.size < PAIRS_MAX || pairRow.has(key)) addRow(this.overflowPairs, pairRow, key, pair, counts);
  }
}

const OTHER_TEXT = "other";

const countsAt = (numbers: readonly number[], at: number): Counts => ({
  views: numbers[at] as number,
  clicks: numbers[at + 1] as number,
  visitors: numbers[at + 2] as number,
});

function addTo(numbers: number[], at: number, { views, clicks, visitors }: Counts): void {
  numbers[at] = (numbers[at] as number) + views;
  numbers[at + 1] = (numbers[at + 1] as number) + clicks;
  numbers[at + 2] = (numbers[at + 2] as number) + visitors;
}

function addRow(
  rows: number[],
  rowAt: Map<string, number>,
  key: string,
  head: readonly number[],
  counts: Counts,
): void {
  let at = rowAt.get(key);
  if (at === undefined) {
    at = rows.push(...head, 0, 0, 0) - head.length - 3;
    rowAt.set(key, at);
  }
  addTo(rows, at + head.length, counts);
}

type Index = {
  placeAt: Map<string, number>;
  shelfSets: { count: number };
  valueAt: Map<string, number>[];
  cellAt: Map<string, number>;
  placeRow: Map<string, number>;
  valueRow: Map<string, number>[];
  pairRow: Map<string, number>;
};

function indexOf({
  places,
  values,
  cells,
  overflowByPlace,
  overflowByValue,
  overflowPairs,
}: DayTable): Index {
  return {
    placeAt: new Map(places.map((place, at) => [placeKey(place), at])),
    shelfSets: { count: places.filter(({ kind }) => kind === "page").length },
    valueAt: values.map((texts) => new Map(texts.map((text, at) => [text, at + FIRST_VALUE]))),
    cellAt: rowsBy(cells, CELL.size, CELL.counts),
    placeRow: rowsBy(overflowByPlace, OVERFLOW.size, OVERFLOW.counts),
    valueRow: overflowByValue.map((rows) => rowsBy(rows, OVERFLOW.size, OVERFLOW.counts)),
    pairRow: rowsBy(overflowPairs, PAIR.size, PAIR.counts),
  };
}

function rowsBy(rows: readonly number[], size: number, keyLength: number): Map<string, number> {
  const rowAt = new Map<string, number>();
  for (let at = 0; at < rows.length; at += size)
    rowAt.set(String.fromCharCode(...rows.slice(at, at + keyLength)), at);
  return rowAt;
}

function placeKey(place: Place): string {
  if (place.kind === "page") return `p${place.shelfIds.join(" ")}`;
  return place.kind === "item" ? `i${place.itemId} ${place.shelfId ?? ""}` : `s${place.shelfId}`;
}
