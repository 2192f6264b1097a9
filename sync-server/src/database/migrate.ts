import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { isPostgres } from "./dialect.ts";
import { isLockTimeout } from "./errors.ts";
import { first } from "./migrations/0001-first.ts";
import { textBytes } from "./migrations/0002-text-bytes.ts";
import type { Schema } from "./schema.ts";
import { SettingsError } from "#platform/settings-error";

/**
 * Forwards only: a released migration is never edited. A new one adds only what the build before can leave
 * out, and is typed in `schema.ts`.
 */
export const MIGRATIONS: Record<string, Migration> = {
  "0001-first": first,
  "0002-text-bytes": textBytes,
};

export async function missingMigrations(db: Kysely<Schema>): Promise<string[]> {
  const known = new Set(await doneMigrations(db));
  return Object.keys(MIGRATIONS).filter((name) => !known.has(name));
}

export const unknownMigrations = async (db: Kysely<Schema>): Promise<string[]> =>
  (await doneMigrations(db)).filter((name) => !Object.hasOwn(MIGRATIONS, name));

async function doneMigrations(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

export async function migrateToLatest(db: Kysely<Schema>): Promise<void> {
  if (isPostgres(db) && (await isMigrated(db))) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) mustBeReadable(await doneMigrations(db));
  await whenTablesAreFree(db, () => migrator.migrateToLatest());
}

function mustBeReadable(done: string[]): void {
  const newer = done.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (newer.length === 0) return;
  const [first] = Object.keys(MIGRATIONS);
  throw new SettingsError(
    done.includes(first ?? "")
      ? `The database is of a newer version of the server (${newer.join(", ")}): start that version.`
      : "The database is of a build before version 1.0.0, which this version cannot read: start that build once more, export each account (Account, Settings, Export), then start this version with an empty database and import the files.",
  );
}

/** Longer than `deadlock_timeout`, after which PostgreSQL ends an autovacuum that a migration waits for. */
const LOCK_WITHIN = "2s";
/** Then the start fails, and the service manager tries again. */
const PAUSES_MS = [1000, 5000, 10_000, 20_000, 20_000];

/**
 * While a migration waits for a table that `pg_dump` reads, all requests to that table wait behind it: so it
 * gives up, and retries later.
 */
async function whenTablesAreFree(
  db: Kysely<Schema>,
  migrate: () => Promise<{ error?: unknown }>,
): Promise<void> {
  for (const pauseMs of [...PAUSES_MS, null]) {
    if (isPostgres(db)) await sql`select set_config('lock_timeout', ${LOCK_WITHIN}, false)`.execute(db);
    const { error } = await migrate();
    if (error === undefined) return;
    if (!isLockTimeout(error)) throw error;
    if (pauseMs === null)
      throw new SettingsError(
        "The tables cannot be migrated while another connection uses them, such as pg_dump: start again when it has ended.",
        { cause: error },
      );
    await sleep(pauseMs);
  }
}

/** Describing all of PostgreSQL's tables to the migrator takes longer than everything else at a start. */
async function isMigrated(db: Kysely<Schema>): Promise<boolean> {
  const table = await sql<{
    name: string | null;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) as name`.execute(db);
  if (table.rows[0]?.name == null) return false;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name).join() === Object.keys(MIGRATIONS).join();
}
