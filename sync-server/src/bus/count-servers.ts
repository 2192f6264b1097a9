import { type Kysely, sql } from "kysely";
import { isPostgres } from "#database/dialect";
import type { Schema } from "#database/schema";
import { BUS_CONNECTION } from "./postgres-bus.ts";

/** On PostgreSQL, each server listens on a connection of its own. 0 for SQLite, which has one at most. */
export async function countServers(reader: Kysely<Schema>): Promise<number> {
  if (!isPostgres(reader)) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${BUS_CONNECTION}`.execute(reader);
  return Number(rows[0]?.count);
}
