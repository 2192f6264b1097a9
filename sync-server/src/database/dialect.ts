/**
 * SQL that runs on SQLite and on PostgreSQL. One text serves both wherever possible: PostgreSQL gets
 * `json_each`, `json_extract` and `instr` (postgres/sqlite-functions.ts). Write
 *
 * - `cast(value ->> 1 as bigint)` for a number out of JSON, `atom` for a text of a JSON list, `isOneOf` to
 *   look it up
 * - `is not distinct from` for `is`; `"user"` and aliases with capital letters in quotes; `NO_LIMIT` for -1
 * - the columns after `on conflict`; the table before a column that `excluded` has too
 * - all columns of the primary key in `group by`
 */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";

type Db = Pick<Kysely<unknown>, "getExecutor">;

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether the column equals a text of a JSON list. Uses its index in both databases. */
export const isOneOf = (db: Db, column: string, json: string): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(array(select json_array_elements_text(${json}::json)))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${json}))`;

/** Whether a row is among those of `rest`: "from this table … limit …". */
export const isAmong = (db: Db, rest: RawBuilder<unknown>): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`ctid = any(array(select ctid ${rest}))`
    : sql<boolean>`rowid in (select rowid ${rest})`;

/** After a statement's `limit`: two takers get different rows without waiting. SQLite has one writer. */
export const skipLocked = (db: Db): RawBuilder<unknown> =>
  isPostgres(db) ? sql`for update skip locked` : sql``;

/** 0 or 1 as a result of SQLite. */
export const flagIn = (column: string, path: string, ifMissing: boolean): RawBuilder<boolean> =>
  sql<boolean>`coalesce(cast(json_extract(${sql.ref(column)}, ${sql.lit(path)}) as boolean), ${sql.lit(ifMissing)})`;

/** The database's clock: those of two servers may differ. */
export const clockMs = (db: Db): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;

/** SQLite needs a limit before an offset. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** SQLite stores small rows that are read by key in the key's tree. PostgreSQL cannot. */
export const inKeyOrder = (db: Db): RawBuilder<unknown> => (isPostgres(db) ? sql`` : sql`without rowid`);

/**
 * Appended to the query for the owner of inserted rows: waits for a running deletion, whose owner is then not
 * found. Else PostgreSQL would report a violated foreign key.
 */
export const untilDeleted = <Q extends { forKeyShare(): Q }>(query: Q): Q => query.forKeyShare();
