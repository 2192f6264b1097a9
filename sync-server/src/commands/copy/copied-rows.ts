import { isDeepStrictEqual } from "node:util";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#database/schema";
import { repairedJson } from "#database/stored-json";
import { type CopiedTable, ROW_NUMBER } from "./copied-tables.ts";

export type Row = Record<string, unknown>;
export type Key = readonly unknown[];

/** In memory at once: a day of analytics or a deleted row may have some hundred kB. */
export const ROWS_PER_SLICE = 500;
/** SQLite takes at most 32,766 values. */
const ROWS_PER_STATEMENT = 100;

export async function columnsOf(db: Kysely<Schema>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => column.name).filter((column) => column !== ROW_NUMBER),
    ]),
  );
}

export async function countRows(db: Kysely<Schema>, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count);
}

export async function readSlice(
  db: Kysely<Schema>,
  { name, key }: CopiedTable,
  { columns, after }: { columns: readonly string[]; after: Key | null },
): Promise<Row[]> {
  const keys = refs(key);
  const rest = after === null ? sql`` : sql`where (${keys}) > (${sql.join(after)})`;
  const { rows } = await sql<Row>`
    select ${refs([...new Set([...key, ...columns])])} from ${sql.table(name)} ${rest}
    order by ${keys} limit ${ROWS_PER_SLICE}`.execute(db);
  return rows;
}

export async function insertRows(
  trx: Kysely<Schema>,
  { name }: CopiedTable,
  { columns, rows }: { columns: readonly string[]; rows: readonly Row[] },
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const values = rows
      .slice(at, at + ROWS_PER_STATEMENT)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(name)} (${refs(columns)}) values ${sql.join(values)}`.execute(trx);
  }
}

export const keyOf = ({ key }: CopiedTable, row: Row): Key => key.map((column) => row[column]);

export const isSame = (one: Row, other: Row, columns: readonly string[]): boolean =>
  columns.every((column) => isDeepStrictEqual(one[column], other[column]));

const refs = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(column)));

const JSON_COLUMNS: Partial<Record<keyof Schema, readonly string[]>> = {
  single: ["body"],
  notice: ["lost", "kept"],
  sync_tombstone: ["snapshot"],
};

/** For PostgreSQL: older rows of SQLite may contain NUL, or half characters in JSON. */
export function storable({ name }: CopiedTable, row: Row): Row {
  const json = JSON_COLUMNS[name] ?? [];
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value !== "string"
        ? value
        : json.includes(column)
          ? repairedJson(value)
          : value.replaceAll("\0", ""),
    ]),
  );
}
