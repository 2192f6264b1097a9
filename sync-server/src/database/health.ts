import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Database } from "./open-database.ts";
import type { Schema } from "./schema.ts";

/** `aheadMs`: of the machine's clock before the database's. SQLite uses the machine's. */
export type DatabaseHealth = { takesWrites: boolean; aheadMs: number };

export async function databaseHealth({ reader, writer }: Database): Promise<DatabaseHealth> {
  await reader.selectFrom("user").select("id").limit(1).execute();
  if (isPostgres(writer)) return postgresHealth(writer);
  await writer.selectFrom("user").select("id").limit(1).execute();
  return { takesWrites: true, aheadMs: 0 };
}

/**
 * Writes a row and flushes it: a disk may answer reads from memory while it takes no writes. PostgreSQL
 * reports its own.
 */
export async function tryToWrite({ writer }: Database, now: Date): Promise<void> {
  if (isPostgres(writer)) return;
  const done_at = now.getTime();
  await writer
    .insertInto("job")
    .values({ name: "readiness", done_at, cursor: null })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ done_at }))
    .execute();
}

/** A standby takes no writes, nor does a read-only database. */
async function postgresHealth(writer: Kysely<Schema>): Promise<DatabaseHealth> {
  const askedAt = Date.now();
  const { rows } = await sql<{ takesWrites: boolean; clockMs: number }>`
    select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "takesWrites",
      extract(epoch from clock_timestamp()) * 1000 as "clockMs"`.execute(writer);
  const { takesWrites = false, clockMs = askedAt } = rows[0] ?? {};
  // The database read its clock at some time in between.
  const nearest = Math.min(Math.max(clockMs, askedAt), Date.now());
  return { takesWrites, aheadMs: nearest - clockMs };
}
