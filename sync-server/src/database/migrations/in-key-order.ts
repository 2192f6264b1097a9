import { type Kysely, sql } from "kysely";
import { isPostgres } from "#database/dialect";

/** For small rows that are read by key: SQLite stores them in the key's tree. PostgreSQL cannot. */
export const inKeyOrder = (db: Kysely<unknown>) => (isPostgres(db) ? sql`` : sql`without rowid`);
