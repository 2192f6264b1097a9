/**
 * An owner's rows between the shape that devices know (contract) and the columns they are stored in. Every statement
 * names the owner.
 */
import { OWNER_TABLES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import type { Fetched, RowChange } from "@shelv/mutators/memory-tx";
import type { LiveRead, Read } from "@shelv/mutators/mutator";
import type { Kysely } from "kysely";
import { deletedAround } from "./deleted-rows.ts";
import type { Schema } from "./schema.ts";
import { type At, remembered, statement } from "./statement.ts";

type StoredTable = "shelf" | "category" | "item" | "social_link" | "single" | "notice";
type StoredValue = string | number | null;
type StoredRow = { id: string; version: number } & Record<string, StoredValue>;
export type VersionedRow = { version: number; table: OwnerTable; row: OwnerRow };

/** Fetches what a mutator declared, for `MemoryTx`. */
export async function fetchReads(db: Kysely<Schema>, userId: string, reads: Read[]): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  for (const read of reads) {
    if (read[0] === "deleted") fetched.push({ read, deleted: await deletedAround(db, userId, read) });
    else fetched.push({ read, rows: await fetchRead(db, userId, read) });
  }
  return fetched;
}

/** One owner's rows: all of a table, those whose field has a value, or the one with an id. */
export async function fetchRead(db: Kysely<Schema>, userId: string, read: LiveRead): Promise<OwnerRow[]> {
  const [table, fieldOrId, value] = read;
  const column = fieldOrId === undefined ? null : value === undefined ? "id" : columnOf(fieldOrId);
  const rows = await reading(table, column)(db, { userId, value: value ?? fieldOrId ?? null });
  return rows.map((stored) => fromStored(table, stored as StoredRow));
}

const reading = remembered((table: OwnerTable, column: string | null) =>
  statement((db, at: At<{ userId: string; value: string | null }>) => {
    const all = selectOf(db, table).where("user_id", "=", at("userId"));
    return column === null ? all : all.where(column as "id", "=", at("value") as string);
  }));

export async function countRows(db: Kysely<Schema>, userId: string, table: OwnerTable): Promise<number> {
  const { count } = await db
    .selectFrom(STORED[table])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Up to `limit` rows of a table whose ids come after this one, in their order. */
export async function rowsAfter(db: Kysely<Schema>, userId: string, table: OwnerTable, { after, limit }: { after: string; limit: number }): Promise<OwnerRow[]> {
  const rows = await selectOf(db, table).where("user_id", "=", userId).where("id", ">", after).orderBy("id").limit(limit).execute();
  return rows.map((stored) => fromStored(table, stored as StoredRow));
}

/** Up to `limit` rows of a table changed after a version, oldest change first. */
export async function rowsChangedSince(
  db: Kysely<Schema>, userId: string, table: OwnerTable, version: number, limit: number,
): Promise<VersionedRow[]> {
  const rows = await selectOf(db, table)
    .where("user_id", "=", userId)
    .where("version", ">", version)
    .orderBy("version")
    .limit(limit)
    .execute();
  return rows.map((stored) => ({ version: stored.version, table, row: fromStored(table, stored as StoredRow) }));
}

/**
 * Writes one change under a version of its own. A deletion leaves a tombstone with the row; a row that returns takes it away.
 * `deletion` is the number that rows which go together share.
 */
export async function writeChange(
  db: Kysely<Schema>, userId: string, change: RowChange, version: number, now: Date, deletion = version,
): Promise<void> {
  const { table, id, before, after } = change;
  const stored = STORED[table];
  if (after) {
    await writing(table)(db, { user_id: userId, id, version, ...toStored(table, after) });
    if (!before) await forgetTombstone(db, { userId, table, id });
    return;
  }
  await db.deleteFrom(stored).where("user_id", "=", userId).where("id", "=", id).execute();
  const shelfId = before && "shelfId" in before ? before.shelfId : null;
  const tombstone = { version, snapshot: JSON.stringify(before), deleted_at: now.getTime(), deletion, shelf_id: shelfId };
  await db
    .insertInto("sync_tombstone")
    .values({ user_id: userId, table_name: table, id, ...tombstone })
    .onConflict((conflict) => conflict.columns(["user_id", "table_name", "id"]).doUpdateSet(tombstone))
    .execute();
}

const writing = remembered((table: OwnerTable) =>
  statement((db, at: At<Record<string, StoredValue>>) => {
    const written = ["version", ...columnsOf(table)].map((column) => [column, at(column)]);
    return db
      .insertInto(STORED[table])
      .values({ user_id: at("user_id") as string, id: at("id") as string, ...Object.fromEntries(written) })
      .onConflict((conflict) => conflict.columns(["user_id", "id"]).doUpdateSet(Object.fromEntries(written)));
  }));

const forgetTombstone = statement((db, at: At<{ userId: string; table: OwnerTable; id: string }>) =>
  db.deleteFrom("sync_tombstone").where("user_id", "=", at("userId")).where("table_name", "=", at("table")).where("id", "=", at("id")));

const STORED: Record<OwnerTable, StoredTable> = {
  shelves: "shelf", categories: "category", items: "item", socialLinks: "social_link", singles: "single", notices: "notice",
};

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A field of a row, the column it is stored in, and how: SQLite knows neither true and false nor lists. */
type Field = { field: string; column: string; form: "plain" | "flag" | "json" };
type ColumnTable = Exclude<OwnerTable, "singles">;

const FORMS: Record<string, Field["form"]> = { boolean: "flag", array: "json", unknown: "json" };

/** The fields of each table but its id; singles are stored whole. */
const FIELDS: Record<ColumnTable, Field[]> = {
  shelves: fieldsOf("shelves"),
  categories: fieldsOf("categories"),
  items: fieldsOf("items"),
  socialLinks: fieldsOf("socialLinks"),
  notices: fieldsOf("notices"),
};

function fieldsOf(table: ColumnTable): Field[] {
  return Object.entries(OWNER_TABLES[table].entries)
    .filter(([field]) => field !== "id")
    .map(([field, { type }]) => ({ field, column: columnOf(field), form: FORMS[type] ?? "plain" }));
}

const columnsOf = (table: OwnerTable): string[] => (table === "singles" ? ["body"] : FIELDS[table].map(({ column }) => column));

const selectOf = (db: Kysely<Schema>, table: OwnerTable) => db.selectFrom(STORED[table]).selectAll();

function fromStored(table: OwnerTable, stored: StoredRow): OwnerRow {
  if (table === "singles") return { id: stored.id, ...(JSON.parse(String(stored.body)) as object) } as OwnerRow;
  const fields = FIELDS[table].map(({ field, column, form }) => [field, readAs(form, stored[column])]);
  return { id: stored.id, ...Object.fromEntries(fields) } as OwnerRow;
}

function toStored(table: OwnerTable, row: OwnerRow): Record<string, StoredValue> {
  if (table === "singles") {
    const { id: _, ...body } = row;
    return { body: JSON.stringify(body) };
  }
  const fields = row as unknown as Record<string, unknown>;
  return Object.fromEntries(FIELDS[table].map(({ field, column, form }) => [column, writtenAs(form, fields[field])]));
}

function readAs(form: Field["form"], value: unknown): unknown {
  if (form === "plain") return value;
  return form === "flag" ? value === 1 : JSON.parse(String(value));
}

function writtenAs(form: Field["form"], value: unknown): StoredValue {
  if (form === "plain") return value as StoredValue;
  return form === "flag" ? Number(value) : JSON.stringify(value);
}
