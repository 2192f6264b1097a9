/**
 * In a table of the target until the copy is complete: a server does not start on a part of an installation.
 */
import { type Kysely, sql } from "kysely";
import { isPostgres } from "#database/dialect";
import type { Schema } from "#database/schema";
import { SettingsError } from "#platform/settings-error";
import type { Key } from "./copied-rows.ts";

type Progress = {
  unfinished_copy: { name: string; after: string | null; is_done: number };
};

const TABLE = "unfinished_copy";

export async function isUnfinished(db: Kysely<Schema>): Promise<boolean> {
  const found = isPostgres(db)
    ? sql`select 1 from pg_class where oid = to_regclass(${TABLE})`
    : sql`select 1 from sqlite_schema where name = ${TABLE}`;
  return (await found.execute(db)).rows.length > 0;
}

export async function mustBeWhole(db: Kysely<Schema>): Promise<void> {
  if (await isUnfinished(db))
    throw new SettingsError("The database holds an unfinished copy: run the same copy again, to its end.");
}

export const beginProgress = (writer: Kysely<Schema>): Promise<void> =>
  writer.schema
    .createTable(TABLE)
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("after", "text")
    .addColumn("is_done", "integer", (column) => column.notNull())
    .execute();

export const endProgress = (writer: Kysely<Schema>): Promise<void> =>
  writer.schema.dropTable(TABLE).execute();

export async function reachedIn(
  db: Kysely<Schema>,
  name: string,
): Promise<{ after: Key | null; isDone: boolean }> {
  const reached = await db
    .withTables<Progress>()
    .selectFrom(TABLE)
    .select(["after", "is_done"])
    .where("name", "=", name)
    .executeTakeFirst();
  return {
    after: reached?.after == null ? null : (JSON.parse(reached.after) as Key),
    isDone: reached?.is_done === 1,
  };
}

export async function storeReached(
  trx: Kysely<Schema>,
  name: string,
  { after, isDone }: { after: Key | null; isDone: boolean },
): Promise<void> {
  const reached = { after: after && JSON.stringify(after), is_done: Number(isDone) };
  await trx
    .withTables<Progress>()
    .insertInto(TABLE)
    .values({ name, ...reached })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(reached))
    .execute();
}
