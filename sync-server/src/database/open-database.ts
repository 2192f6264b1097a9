/**
 * SQLite, opened twice. All writing goes through `writer`, whose Kysely holds its single connection for the length of a
 * transaction, so that nothing can slip into somebody else's and vanish with its rollback. Reads have `reader`, a
 * connection that cannot write; WAL lets it read one snapshot while a write is on its way.
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
   * Puts the write-ahead log into the file and empties it, since what was deleted can be read there until then. Waits for
   * nobody: while something is being read, nothing is done, and false is answered.
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
};

/** Opens the file, made on first use, and brings its tables up to date. */
export async function openDatabase(file: string): Promise<Database> {
  const writing = connect(file);
  const writer = kysely(writing);
  await migrateToLatest(writer);
  const reading = connect(file, { readonly: true });
  const reader = kysely(reading);
  return {
    writer,
    reader,
    // Only while nobody holds the connection: within a transaction there is no checkpoint.
    emptyLog: () =>
      writer.connection().execute(async () => {
        writing.pragma("busy_timeout = 0");
        const isBusy = writing.pragma("wal_checkpoint(TRUNCATE)", { simple: true });
        writing.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
        return isBusy === 0;
      }),
    async close() {
      // The last to close has to be the one that can write: it puts the write-ahead log into the file.
      for (const [db, connection] of [
        [reader, reading],
        [writer, writing],
      ] as const) {
        await db.destroy();
        // Kysely closes only what was used; a second close does nothing.
        connection.close();
      }
    },
  };
}

function connect(file: string, options: SQLite.Options = {}): SQLite.Database {
  const connection = new SQLite(file, options);
  if (!options.readonly) connection.pragma("journal_mode = WAL");
  // What was answered must survive a power cut, not only a crash of this process.
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // What is deleted must not be left lying in the file, be it a salt or an account.
  connection.pragma("secure_delete = ON");
  return connection;
}

const kysely = (connection: SQLite.Database) =>
  new Kysely<Schema>({
    dialect: new SqliteDialect({ database: withPreparedCache(connection) }),
    plugins: [meterRows],
  });

/** Kysely prepares a statement anew at each call; keeping them makes a keyed read about three times as fast. */
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
