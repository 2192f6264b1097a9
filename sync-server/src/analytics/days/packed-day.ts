/**
 * A `DayTable` as bytes. All numbers are varints (LEB128), texts are a length and UTF-8:
 *
 *   version · for each dimension: values · ids · places · cells · overflow by place, by value · pairs of each place
 *
 * Each list starts with its length. An id is 0 and 16 bytes (a UUID), or 1 and a text. A place is its kind, then
 * positions in the ids. A cell is its place, a number with a bit for each dimension that has a value, these
 * values, and the three counts.
 */
import { DIMENSIONS } from "@shelv/contract/analytics";
import { CELL, DayTable, NO_VALUE, PAIR, type Place, OVERFLOW } from "./day-table.ts";

const VERSION = 1;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const KINDS = ["page", "item", "shelf"] as const;

/** Each batch packs many days; it grows to the largest. */
let scratch = Buffer.allocUnsafe(16 * 1024);

export function packDay(table: DayTable): Uint8Array {
  const names = packedNames(table);
  const writer = new Writer(scratch);
  writer.bytes(names);
  writeCells(writer, table.cells);
  for (const rows of [table.overflowByPlace, ...table.overflowByValue]) writer.rows(rows, OVERFLOW.size);
  writePairs(writer, table.overflowPairs);
  scratch = writer.buffer;
  return writer.done();
}

/** Writes the pairs by place, each place with its length in bytes. */
function writePairs(writer: Writer, pairs: readonly number[]): void {
  const ofPlace = new Map<number, Writer>();
  for (let at = 0; at < pairs.length; at += PAIR.size) {
    const place = pairs[at] as number;
    const rows = ofPlace.get(place) ?? new Writer();
    ofPlace.set(place, rows);
    for (let nth = 1; nth < PAIR.size; nth += 1) rows.number(pairs[at + nth] as number);
  }
  writer.list([...ofPlace], ([place, rows]) => {
    const bytes = rows.done();
    writer.number(place);
    writer.number(bytes.length);
    writer.bytes(bytes);
  });
}

const knownNames = new WeakMap<DayTable, { count: number; bytes: Uint8Array }>();

/** Version, values, ids and places: cached, as most events of a day add none, and none is ever removed. */
function packedNames(table: DayTable): Uint8Array {
  const count = table.places.length + table.values.reduce((sum, { length }) => sum + length, 0);
  const known = knownNames.get(table);
  if (known?.count === count) return known.bytes;
  const writer = new Writer();
  writer.number(VERSION);
  for (const texts of table.values) writer.list(texts, (text) => writer.text(text));
  const ids = new Map<string, number>();
  for (const id of table.places.flatMap(idsOf)) if (!ids.has(id)) ids.set(id, ids.size);
  writer.list([...ids.keys()], (id) => writer.id(id));
  const at = (id: string) => ids.get(id) as number;
  // The first one is the same in every table.
  writer.list(table.places.slice(1), (place) => writePlace(writer, place, at));
  const bytes = writer.done();
  knownNames.set(table, { count, bytes });
  return bytes;
}

function writePlace(writer: Writer, place: Place, at: (id: string) => number): void {
  writer.number(KINDS.indexOf(place.kind));
  if (place.kind === "page") writer.list(place.shelfIds, (id) => writer.number(at(id)));
  else if (place.kind === "shelf") writer.number(at(place.shelfId));
  else {
    writer.number(at(place.itemId));
    writer.number(place.shelfId === null ? 0 : at(place.shelfId) + 1);
  }
}

function writeCells(writer: Writer, cells: readonly number[]): void {
  writer.number(cells.length / CELL.size);
  for (let at = 0; at < cells.length; at += CELL.size) {
    writer.number(cells[at] as number);
    let mask = 0;
    for (let dimension = 0; dimension < DIMENSIONS.length; dimension += 1)
      if (cells[at + CELL.values + dimension] !== NO_VALUE) mask |= 1 << dimension;
    writer.number(mask);
    for (let nth = CELL.values; nth < CELL.counts; nth += 1)
      if (cells[at + nth] !== NO_VALUE) writer.number(cells[at + nth] as number);
    for (let nth = CELL.counts; nth < CELL.size; nth += 1) writer.number(cells[at + nth] as number);
  }
}

/**
 * Throws for bytes that `packDay` did not write; for pairs, when they are read. `cells`: the table's, overwritten: a
 * reader of many days uses one array for all, with one day at a time.
 */
export function unpackDay(bytes: Uint8Array, cells: number[] = []): DayTable {
  const reader = new Reader(bytes);
  const table = new DayTable((isWanted) => reader.pairs(isWanted));
  if (reader.number() !== VERSION) throw new Error("This day was packed by another version");
  for (const texts of table.values) reader.list(() => texts.push(reader.text()));
  const ids: string[] = [];
  reader.list(() => ids.push(reader.id()));
  const idAt = (at: number): string => ids[at] ?? reader.fail();
  reader.list(() => table.places.push(readPlace(reader, idAt)));
  table.cells = reader.cells(cells);
  for (const rows of [table.overflowByPlace, ...table.overflowByValue]) reader.rows(OVERFLOW.size, rows);
  reader.pairsFollow();
  return table;
}

function readPlace(reader: Reader, idAt: (at: number) => string): Place {
  const kind = KINDS[reader.number()];
  if (kind === "page") {
    const shelfIds: string[] = [];
    reader.list(() => shelfIds.push(idAt(reader.number())));
    return { kind, shelfIds };
  }
  if (kind === "shelf") return { kind, shelfId: idAt(reader.number()) };
  if (kind !== "item") return reader.fail();
  const itemId = idAt(reader.number());
  const shelf = reader.number();
  return { kind, itemId, shelfId: shelf === 0 ? null : idAt(shelf - 1) };
}

function idsOf(place: Place): readonly string[] {
  if (place.kind === "page") return place.shelfIds;
  if (place.kind === "shelf") return [place.shelfId];
  return place.shelfId === null ? [place.itemId] : [place.itemId, place.shelfId];
}

class Writer {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  constructor(bytes = Buffer.allocUnsafe(256)) {
    this.#bytes = bytes;
  }

  get buffer(): Buffer<ArrayBuffer> {
    return this.#bytes;
  }

  number(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.number(length);
    this.#reserve(length);
    this.#bytes.write(text, this.#length);
    this.#length += length;
  }

  id(id: string): void {
    if (!UUID.test(id)) {
      this.number(1);
      return this.text(id);
    }
    this.number(0);
    this.#reserve(16);
    this.#bytes.write(id.replaceAll("-", ""), this.#length, "hex");
    this.#length += 16;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  list<T>(things: readonly T[], write: (thing: T) => void): void {
    this.number(things.length);
    for (const thing of things) write(thing);
  }

  rows(numbers: readonly number[], size: number): void {
    this.number(numbers.length / size);
    for (const value of numbers) this.number(value);
  }

  done(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#bytes, 0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #pairsAt = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    // Most are below 128; an index after the end reads as undefined.
    const first = this.#bytes[this.#at] as number;
    if (first < 128) {
      this.#at += 1;
      return first;
    }
    let value = this.#byte() & 127;
    for (let factor = 128; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value <= Number.MAX_SAFE_INTEGER ? value : this.fail();
    }
  }

  text(): string {
    return this.#take(this.number()).toString("utf8");
  }

  id(): string {
    if (this.number() !== 0) return this.text();
    const hex = this.#take(16).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  list(read: () => void): void {
    for (let left = this.#length(1); left > 0; left -= 1) read();
  }

  rows(size: number, into: number[]): void {
    const count = size * this.#length(size);
    for (let nth = 0; nth < count; nth += 1) into.push(this.number());
  }

  pairsFollow(): void {
    this.#pairsAt = this.#at;
  }

  pairs(isWanted: (place: number) => boolean): number[] {
    const pairs: number[] = [];
    this.#at = this.#pairsAt;
    this.list(() => {
      const place = this.number();
      const bytes = this.number();
      const end = this.#at + bytes;
      if (end > this.#bytes.length) this.fail();
      while (isWanted(place) && this.#at < end) {
        pairs.push(place);
        for (let nth = 1; nth < PAIR.size; nth += 1) pairs.push(this.number());
      }
      this.#at = end;
    });
    return pairs;
  }

  /** Most of a day: allocated at once, and read by one loop with its position in a variable. */
  cells(cells: number[]): number[] {
    cells.length = this.#length(5) * CELL.size;
    const bytes = this.#bytes;
    let from = this.#at;
    let mask = 0;
    for (let cell = 0; cell < cells.length; cell += CELL.size) {
      // The mask follows the place.
      for (let nth = 0; nth <= CELL.size; nth += 1) {
        const isValue = nth > CELL.values && nth <= CELL.counts;
        if (isValue && (mask & (1 << (nth - CELL.values - 1))) === 0) {
          cells[cell + nth - 1] = NO_VALUE;
          continue;
        }
        let number = bytes[from] as number;
        if (number < 128) from += 1;
        else {
          this.#at = from;
          number = this.number();
          from = this.#at;
        }
        if (nth === CELL.values) mask = number;
        else cells[nth === 0 ? cell : cell + nth - 1] = number;
      }
    }
    this.#at = from;
    return cells;
  }

  fail(): never {
    throw new Error("This is no packed day");
  }

  /** Reads the length of a list in which each entry takes at least `bytes`. */
  #length(bytes: number): number {
    const length = this.number();
    return length * bytes <= this.#bytes.length - this.#at ? length : this.fail();
  }

  #byte(): number {
    return this.#bytes[this.#at++] ?? this.fail();
  }

  #take(length: number): Buffer {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) this.fail();
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, length);
  }
}
