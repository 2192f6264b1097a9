/**
 * SQLite: two connections. A transaction owns the writer's: no other statement can be rolled back with it.
 * `reader` cannot write; WAL lets it read a snapshot during a write.
 */
import { existsSync } from "node:fs";
import SQLite from "better-sqlite3";
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely";
import { createDatabase } from "./sqlite/create-database.ts";
import { type Leases, memoryLeases } from "./leases.ts";
import { SettingsError } from "#platform/settings-error";
import { migrateToLatest } from "./migrate.ts";
import { ANSWER_WITHIN_MS, isPostgresUrl, openPostgres } from "./postgres/open-postgres.ts";
import { meterRows } from "./row-meter.ts";
import type { Schema } from "./schema.ts";
import { BEGIN, FlushingDialect, WriteAheadLog } from "./sqlite/write-ahead-log.ts";

export type Database = {
  writer: Kysely<Schema>;
  reader: Kysely<Schema>;
  leases: Leases;
  /** For jobs that repeat what a power cut has undone: its commits do not wait for fsync. */
  lazyWriter: Kysely<Schema>;
  /**
   * Truncates the write-ahead log, which still contains deleted data. False, without waiting, during a read.
   */
  emptyLog(): Promise<boolean>;
  /** Resolves once everything that a read has seen survives a power cut. */
  flushed(): Promise<void>;
  /**
   * After a failed fsync the process must be killed: closing would delete the log, the only copy of those
   * commits.
   */
  hasLostCommit(): boolean;
  lostCommit: Promise<void>;
  isInPlace(): boolean;
  /** For a long-running process. */
  checkpointInThread(onBug: (error: unknown) => void): void;
  close(): Promise<void>;
};

/**
 * `location`: a PostgreSQL URL, or a file of SQLite. With `migrates`, creates what is missing, and migrates.
 * `readWithinMs`: after that PostgreSQL is gone; a command reads whole tables. `setting`: where the operator
 * wrote the URL.
 */
export const openDatabase = (
  location: string,
  { migrates = true, readWithinMs = ANSWER_WITHIN_MS, setting = "DATABASE_URL" } = {},
): Promise<Database> =>
  isPostgresUrl(location)
    ? openPostgres(location, { migrates, readWithinMs, setting })
    : openSqlite(location, { migrates });

async function openSqlite(file: string, { migrates }: { migrates: boolean }): Promise<Database> {
  try {
    return await connectBoth(file, { migrates });
  } catch (cause) {
    if (cause instanceof SQLite.SqliteError)
      throw new SettingsError(`The database ${file} cannot be opened: ${cause.message}.`, { cause });
    throw cause;
  }
}

async function connectBoth(file: string, { migrates }: { migrates: boolean }): Promise<Database> {
  if (migrates && !existsSync(file)) await createDatabase(file);
  const writing = connect(file);
  if (migrates) await migrateToLatest(kysely(new SqliteDialect({ database: writing })));
  // From here on `log` does the fsync.
  writing.pragma("synchronous = NORMAL");
  const log = new WriteAheadLog(file, writing);
  const ofWriter = { database: withPreparedCache(writing, () => log.noteWrite()) };
  const writer = kysely(new FlushingDialect(ofWriter, log));
  const lazyWriter = kysely(new FlushingDialect(ofWriter, log, { isLazy: true }));
  const reading = connect(file, { readonly: true });
  const reader = kysely(new SqliteDialect({ database: withPreparedCache(reading) }));
  return {
    writer,
    reader,
    leases: memoryLeases(),
    lazyWriter,
    async emptyLog() {
      if (log.hasFailed) return false;
      await log.checkpoint();
      // A transaction blocks the checkpoint.
      return writer.connection().execute(async () => {
        writing.pragma("busy_timeout = 0");
        try {
          return writing.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
        } finally {
          writing.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
        }
      });
    },
    flushed: () => log.flushed(),
    hasLostCommit: () => log.hasFailed,
    lostCommit: log.failed,
    isInPlace: () => log.isInPlace(),
    checkpointInThread: (onBug) => log.checkpointInThread(onBug),
    async close() {
      await log.close();
      // The writer closes last: it moves the write-ahead log into the file.
      for (const [db, connection] of [
        [reader, reading],
        [lazyWriter, writing],
        [writer, writing],
      ] as const) {
        await db.destroy();
        // Kysely closes only a used connection; closing twice is harmless.
        connection.close();
      }
    },
  };
}

function connect(file: string, options: SQLite.Options = {}): SQLite.Database {
  const connection = new SQLite(file, options);
  if (!options.readonly) connection.pragma("journal_mode = WAL");
  // A migration must survive a power cut.
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  // The system caches the file, too: more makes no page faster (3 GB, 100,000 accounts).
  connection.pragma("cache_size = -4096");
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // Deleted data must not stay in the file.
  connection.pragma("secure_delete = ON");
  return connection;
}

const kysely = (dialect: SqliteDialect) => new Kysely<Schema>({ dialect, plugins: [meterRows] });

/** Kysely prepares at each call; caching makes a keyed read about three times as fast. */
function withPreparedCache(connection: SQLite.Database, beforeWrite = () => {}): SqliteDatabase {
  const prepared = new Map<string, SQLite.Statement<unknown[]>>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      // A full disk has ended the transaction before Kysely does.
      if (sql === "rollback" && !connection.inTransaction) return connection.prepare("select 1 where false");
      const known = prepared.get(sql);
      const statement = known && !known.busy ? known : connection.prepare<unknown[]>(sql);
      if (!known && prepared.size < PREPARED_AT_MOST) prepared.set(sql, statement);
      if (!statement.readonly && sql !== BEGIN) beforeWrite();
      return statement;
    },
  };
}

const PREPARED_AT_MOST = 500;
const BUSY_TIMEOUT_MS = 5000;
