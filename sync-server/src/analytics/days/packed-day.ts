/**
 * A `DayTable` as bytes:
 *
 *   version · for each dimension: values · ids · places · cells
 *   · overflow by place, by value · pairs of each place
 *
 * (packed-bytes.ts: numbers, texts, ids and lists). A place is its kind, then positions in the ids. A cell is
 * its place, a number with a bit for each dimension that has a value, these values, and the three counts.
 */
import { DIMENSIONS } from "@shelv/contract/analytics";
import { CELL, DayTable, NO_VALUE, PAIR, type Place, OVERFLOW } from "./day-table.ts";
import { ByteReader, ByteWriter } from "./packed-bytes.ts";

const VERSION = 1;
/**
 * The names whose values the bytes of each version have, in this order. Another name or order in `DIMENSIONS`
 * needs a new version, or stored days would be misread. The names of an older version come first in each
 * newer one: its days are read without values of the rest.
 */
const DIMENSIONS_OF_VERSION = {
  1: ["referrer", "utm_source", "utm_medium", "utm_campaign", "country", "device", "browser"],
} as const satisfies Record<number, readonly string[]> & Record<typeof VERSION, typeof DIMENSIONS>;
const KINDS = ["page", "item", "shelf"] as const;

let scratch = Buffer.allocUnsafe(16 * 1024);

export function packDay(table: DayTable): Uint8Array {
  const names = packedNames(table);
  const writer = new ByteWriter(scratch);
  writer.bytes(names);
  writeCells(writer, table.cells);
  for (const rows of [table.overflowByPlace, ...table.overflowByValue]) writer.rows(rows, OVERFLOW.size);
  writePairs(writer, table.overflowPairs);
  scratch = writer.buffer;
  return writer.done();
}

function writePairs(writer: ByteWriter, pairs: readonly number[]): void {
  const ofPlace = new Map<number, ByteWriter>();
  for (let at = 0; at < pairs.length; at += PAIR.size) {
    const place = pairs[at] as number;
    const rows = ofPlace.get(place) ?? new ByteWriter();
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

/** Cached: most events add none, and none is ever removed. */
function packedNames(table: DayTable): Uint8Array {
  const count = table.places.length + table.values.reduce((sum, { length }) => sum + length, 0);
  const known = knownNames.get(table);
  if (known?.count === count) return known.bytes;
  const writer = new ByteWriter();
  writer.number(VERSION);
  for (const texts of table.values) writer.list(texts, (text) => writer.text(text));
  const ids = new Map<string, number>();
  for (const id of table.places.flatMap(idsOf)) if (!ids.has(id)) ids.set(id, ids.size);
  writer.list([...ids.keys()], (id) => writer.id(id));
  const at = (id: string) => ids.get(id) as number;
  writer.list(table.places.slice(1), (place) => writePlace(writer, place, at));
  const bytes = writer.done();
  knownNames.set(table, { count, bytes });
  return bytes;
}

function writePlace(writer: ByteWriter, place: Place, at: (id: string) => number): void {
  writer.number(KINDS.indexOf(place.kind));
  if (place.kind === "page") writer.list(place.shelfIds, (id) => writer.number(at(id)));
  else if (place.kind === "shelf") writer.number(at(place.shelfId));
  else {
    writer.number(at(place.itemId));
    writer.number(place.shelfId === null ? 0 : at(place.shelfId) + 1);
  }
}

function writeCells(writer: ByteWriter, cells: readonly number[]): void {
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
 * Throws for bytes that `packDay` did not write; for pairs, when they are read. `cells`: the table's,
 * overwritten: a reader of many days uses one array for all, with one day at a time.
 */
export function unpackDay(bytes: Uint8Array, cells: number[] = []): DayTable {
  const reader = new ByteReader(bytes);
  let pairsAt = 0;
  const table = new DayTable((isWanted) => readPairs(reader, pairsAt, isWanted));
  const version = reader.number();
  if (!isKnown(version)) throw new Error("This day was packed by another version");
  const dimensions = DIMENSIONS_OF_VERSION[version].length;
  for (const texts of table.values.slice(0, dimensions)) reader.list(() => texts.push(reader.text()));
  const ids: string[] = [];
  reader.list(() => ids.push(reader.id()));
  const idAt = (at: number): string => ids[at] ?? reader.fail();
  reader.list(() => table.places.push(readPlace(reader, idAt)));
  table.cells = readCells(reader, cells);
  for (const rows of [table.overflowByPlace, ...table.overflowByValue.slice(0, dimensions)])
    reader.rows(OVERFLOW.size, rows);
  pairsAt = reader.at;
  return table;
}

const isKnown = (version: number): version is keyof typeof DIMENSIONS_OF_VERSION =>
  version in DIMENSIONS_OF_VERSION;

function readPlace(reader: ByteReader, idAt: (at: number) => string): Place {
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

function readPairs(reader: ByteReader, from: number, isWanted: (place: number) => boolean): number[] {
  const pairs: number[] = [];
  reader.at = from;
  reader.list(() => {
    const place = reader.number();
    const bytes = reader.number();
    const end = reader.at + bytes;
    if (end > reader.bytes.length) reader.fail();
    while (isWanted(place) && reader.at < end) {
      pairs.push(place);
      for (let nth = 1; nth < PAIR.size; nth += 1) pairs.push(reader.number());
    }
    reader.at = end;
  });
  return pairs;
}

/**
 * The cells are most of a day: they are allocated at once, and read by one loop with its position in a
 * variable.
 */
function readCells(reader: ByteReader, cells: number[]): number[] {
  cells.length = reader.length(5) * CELL.size;
  const { bytes } = reader;
  let from = reader.at;
  let mask = 0;
  for (let cell = 0; cell < cells.length; cell += CELL.size) {
    for (let nth = 0; nth <= CELL.size; nth += 1) {
      const isValue = nth > CELL.values && nth <= CELL.counts;
      if (isValue && (mask & (1 << (nth - CELL.values - 1))) === 0) {
        cells[cell + nth - 1] = NO_VALUE;
        continue;
      }
      let number = bytes[from] as number;
      if (number < 128) from += 1;
      else {
        reader.at = from;
        number = reader.number();
        from = reader.at;
      }
      if (nth === CELL.values) mask = number;
      else cells[nth === 0 ? cell : cell + nth - 1] = number;
    }
  }
  reader.at = from;
  return cells;
}

function idsOf(place: Place): readonly string[] {
  if (place.kind === "page") return place.shelfIds;
  if (place.kind === "shelf") return [place.shelfId];
  return place.shelfId === null ? [place.itemId] : [place.itemId, place.shelfId];
}
