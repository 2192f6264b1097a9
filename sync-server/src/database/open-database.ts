/**
 * SQLite with two connections. All writes use `writer`, whose Kysely reserves its single connection for a
 * transaction, so that no other statement can enter it and be lost with its rollback. Reads use `reader`,
 * which cannot write; WAL lets it read a snapshot during a write.
 */
import SQLite from "better-sqlite3";
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely";
import { migrateToLatest } from "./migrate.ts";
import { meterRows } from "./row-meter.ts";
import type { Schema } from "./schema.ts";

export type Database = {
  writer: Kysely<Schema>;
  reader: Kysely<Schema>;
  /**
   * Checkpoints and truncates the write-ahead log, which still contains deleted data. Never waits: during a
   * read it does nothing and returns false.
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
};

/** Opens the file, creates it if missing, and runs migrations. */
export async function openDatabase(file: string): Promise<Database> {
  const writing = connect(file);
  const writer = kysely(writing);
  await migrateToLatest(writer);
  const reading = connect(file, { readonly: true });
  const reader = kysely(reading);
  return {
    writer,
    reader,
    // Runs while no transaction is open: a transaction blocks the checkpoint.
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
  // Acknowledged writes must survive a power cut, not only a crash of the process.
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

/** Kysely prepares a statement at each call; caching them makes a keyed read about three times as fast. */
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
