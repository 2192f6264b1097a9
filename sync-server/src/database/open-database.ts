/**
 * SQLite: two connections. Kysely reserves `writer`'s for a transaction, so no other statement can enter it and be
 * lost with its rollback. `reader` cannot write; WAL lets it read a snapshot during a write.
 */
import { existsSync } from "node:fs";
import SQLite from "better-sqlite3";
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely";
import { createDatabase } from "./create-database.ts";
import { type Leases, memoryLeases } from "./leases.ts";
import { migrateToLatest } from "./migrate.ts";
import { isPostgresUrl, openPostgres } from "./postgres/open-postgres.ts";
import { meterRows } from "./row-meter.ts";
import type { Schema } from "./schema.ts";

export type Database = {
  writer: Kysely<Schema>;
  reader: Kysely<Schema>;
  /** Between all processes on the database. */
  leases: Leases;
  /**
   * Truncates the write-ahead log, which still contains deleted data. False, without waiting, during a read.
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
};

/** `location`: a PostgreSQL URL, or a file of SQLite. Creates what is missing, and migrates. */
export const openDatabase = (location: string): Promise<Database> =>
  isPostgresUrl(location) ? openPostgres(location) : openSqlite(location);

async function openSqlite(file: string): Promise<Database> {
  if (!existsSync(file)) await createDatabase(file);
  const writing = connect(file);
  const writer = kysely(writing);
  await migrateToLatest(writer);
  const reading = connect(file, { readonly: true });
  const reader = kysely(reading);
  return {
    writer,
    reader,
    leases: memoryLeases(),
    // A transaction blocks the checkpoint.
    emptyLog: () =>
      writer.connection().execute(async () => {
        writing.pragma("busy_timeout = 0");
        const isBusy = writing.pragma("wal_checkpoint(TRUNCATE)", { simple: true });
        writing.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
        return isBusy === 0;
      }),
    async close() {
      // The writer closes last: it moves the write-ahead log into the file.
      for (const [db, connection] of [
        [reader, reading],
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
  // Acknowledged writes must survive a power cut.
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // Deleted data must not stay in the file, be it a salt or an account.
  connection.pragma("secure_delete = ON");
  return connection;
}

const kysely = (connection: SQLite.Database) =>
  new Kysely<Schema>({
    dialect: new SqliteDialect({ database: withPreparedCache(connection) }),
    plugins: [meterRows],
  });

/** Kysely prepares at each call; caching makes a keyed read about three times as fast. */
function withPreparedCache(connection: SQLite.Database): SqliteDatabase {
  const prepared = new Map<string, SQLite.Statement<unknown[]>>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known && !known.busy) return known;
      const statement = connection.prepare<unknown[]>(sql);
      if (prepared.size < PREPARED_AT_MOST) prepared.set(sql, statement);
      return statement;
    },
  };
}

const PREPARED_AT_MOST = 500;
const BUSY_TIMEOUT_MS = 5000;
