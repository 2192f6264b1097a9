import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { accounts } from "./migrations/0001-accounts.ts";
import { shelves } from "./migrations/0002-shelves.ts";
import { content } from "./migrations/0003-content.ts";
import { signInHardening } from "./migrations/0004-sign-in-hardening.ts";
import { analytics } from "./migrations/0005-analytics.ts";
import { pictures } from "./migrations/0006-pictures.ts";
import { accountLifecycle } from "./migrations/0007-account-lifecycle.ts";
import { syncMemory } from "./migrations/0008-sync-memory.ts";
import { domains } from "./migrations/0009-domains.ts";
import { deletionBegun } from "./migrations/0010-deletion-begun.ts";
import { quotas } from "./migrations/0011-quotas.ts";
import { pageReads } from "./migrations/0012-page-reads.ts";
import { identity } from "./migrations/0013-identity.ts";
import { storedBytes } from "./migrations/0014-stored-bytes.ts";
import { eventQuotas } from "./migrations/0015-event-quotas.ts";
import { suspensions } from "./migrations/0016-suspensions.ts";
import { wantedPictures } from "./migrations/0017-wanted-pictures.ts";
import { syncTrouble } from "./migrations/0018-sync-trouble.ts";
import { rowWriters } from "./migrations/0019-row-writers.ts";
import { seenTime } from "./migrations/0020-seen-time.ts";
import { mergedCategories } from "./migrations/0021-merged-categories.ts";
import { itemLinks } from "./migrations/0022-item-links.ts";
import { linkJobs } from "./migrations/0023-link-jobs.ts";
import { packedAnalytics } from "./migrations/0026-packed-analytics.ts";
import { ownVisits } from "./migrations/0027-own-visits.ts";
import { serverEpoch } from "./migrations/0029-server-epoch.ts";
import { importBeats } from "./migrations/0031-import-beats.ts";
import { installation } from "./migrations/0032-installation.ts";
import { usedTrials } from "./migrations/0033-used-trials.ts";
import { isPostgres } from "./dialect.ts";
import { isLockTimeout } from "./errors.ts";
import type { Schema } from "./schema.ts";
import { SettingsError } from "#settings";

/**
 * Forwards only: a released migration is never edited. A new one has the next number after the last. A
 * missing number (0024, 0025, 0028, 0030) was never released.
 */
export const MIGRATIONS: Record<string, Migration> = {
  "0001-accounts": accounts,
  "0002-shelves": shelves,
  "0003-content": content,
  "0004-sign-in-hardening": signInHardening,
  "0005-analytics": analytics,
  "0006-pictures": pictures,
  "0007-account-lifecycle": accountLifecycle,
  "0008-sync-memory": syncMemory,
  "0009-domains": domains,
  "0010-deletion-begun": deletionBegun,
  "0011-quotas": quotas,
  "0012-page-reads": pageReads,
  "0013-identity": identity,
  "0014-stored-bytes": storedBytes,
  "0015-event-quotas": eventQuotas,
  "0016-suspensions": suspensions,
  "0017-wanted-pictures": wantedPictures,
  "0018-sync-trouble": syncTrouble,
  "0019-row-writers": rowWriters,
  "0020-seen-time": seenTime,
  "0021-merged-categories": mergedCategories,
  "0022-item-links": itemLinks,
  "0023-link-jobs": linkJobs,
  "0026-packed-analytics": packedAnalytics,
  "0027-own-visits": ownVisits,
  "0029-server-epoch": serverEpoch,
  "0031-import-beats": importBeats,
  "0032-installation": installation,
  "0033-used-trials": usedTrials,
};

/** Returns the names of the migrations that this build knows and the database lacks. */
export async function missingMigrations(db: Kysely<Schema>): Promise<string[]> {
  const known = new Set(await doneMigrations(db));
  return Object.keys(MIGRATIONS).filter((name) => !known.has(name));
}

/** The database's migrations of a newer version. */
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
  const isNew = !tables.some(({ name }) => name === "kysely_migration");
  const newer = isNew ? [] : await unknownMigrations(db);
  if (newer.length > 0)
    throw new SettingsError(
      `The database is of a newer version of the server (${newer.join(", ")}): start that version.`,
    );
  await whenTablesAreFree(db, () => migrator.migrateToLatest());
}

/** Longer than `deadlock_timeout`, after which PostgreSQL ends an autovacuum that a migration waits for. */
const LOCK_WITHIN = "2s";
/** After the last pause the start fails, and the service manager tries again. */
const PAUSES_MS = [1000, 5000, 10_000, 20_000, 20_000];

/**
 * While a migration waits for a table that `pg_dump` reads, all requests to that table wait behind it: the
 * migration stops waiting, and tries again later. SQLite has one writer.
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

/**
 * PostgreSQL describes all its tables to the migrator, which takes longer than everything else at a start.
 */
async function isMigrated(db: Kysely<Schema>): Promise<boolean> {
  const table = await sql<{
    name: string | null;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) as name`.execute(db);
  if (table.rows[0]?.name == null) return false;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name).join() === Object.keys(MIGRATIONS).join();
}
