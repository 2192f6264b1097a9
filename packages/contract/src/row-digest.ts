/**
 * Digests show device and server which rows differ. A table's digest is the sum of two 32-bit hashes of each
 * row, so order does not count. Rows are parsed first: unknown fields and rows that this build cannot parse
 * do not count, as on devices.
 */
import * as v from "valibot";
import { OWNER_TABLE_NAMES, OWNER_TABLES, type OwnerTable } from "./rows/owner-tables.ts";
import type { RowDigests } from "./sync.ts";

type RowsOf = (table: OwnerTable) => AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;

/** `rowsOf` decides how many rows are hashed at a stretch, and may pause. */
export async function digestsOf(rowsOf: RowsOf): Promise<RowDigests> {
  const tables: Record<string, string> = {};
  for (const table of OWNER_TABLE_NAMES) {
    const sum = { count: 0, low: 0, high: 0 };
    for await (const rows of rowsOf(table)) for (const row of rows) add(sum, table, row);
    tables[table] = `${sum.count}-${hex(sum.high)}${hex(sum.low)}`;
  }
  return { shape: ROW_SHAPE, tables };
}

type Sum = { count: number; low: number; high: number };

function add(sum: Sum, table: OwnerTable, row: unknown): void {
  const parsed = v.safeParse(OWNER_TABLES[table], row);
  if (!parsed.success) return;
  const { low, high } = hashOf(canonical(parsed.output));
  sum.count += 1;
  sum.low = (sum.low + low) >>> 0;
  sum.high = (sum.high + high) >>> 0;
}

const hex = (hash: number) => hash.toString(16).padStart(8, "0");

/** Sorted keys, no `undefined`: device and server must get the same text. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const fields = Object.entries(value).filter(([, held]) => held !== undefined);
  return `{${fields
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([field, held]) => `${JSON.stringify(field)}:${canonical(held)}`)
    .join()}}`;
}

/**
 * cyrb53 by bryc (public domain), both halves whole: two multiplicative hashes of the UTF-16 units, mixed at
 * the end.
 */
function hashOf(text: string): { low: number; high: number } {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  const low = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  const high =
    Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return { low: low >>> 0, high: high >>> 0 };
}

/** Without texts, patterns and functions: the shape must not depend on bundling. */
const shapePart = (key: string, part: unknown) =>
  key.startsWith("~") || IGNORED_KEYS.has(key) || part instanceof RegExp ? undefined : part;
const IGNORED_KEYS = new Set(["message", "expects", "description"]);

/** Builds with other shapes cannot compare digests. */
const ROW_SHAPE = (() => {
  const { low, high } = hashOf(JSON.stringify(OWNER_TABLES, shapePart));
  return hex(high) + hex(low);
})();
