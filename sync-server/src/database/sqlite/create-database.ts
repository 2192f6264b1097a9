import { rm } from "node:fs/promises";
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { migrateToLatest } from "#database/migrate";
import { flush, nameDurably } from "#platform/durable-files";
import type { Schema } from "#database/schema";

/**
 * Migrates a new file beside its place and then names it: else each statement would wait for the disk (0.5 s
 * in all), and an interrupted start would leave a half-made database.
 */
export async function createDatabase(file: string): Promise<void> {
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  const connection = new SQLite(unfinished);
  connection.pragma("journal_mode = MEMORY");
  connection.pragma("synchronous = OFF");
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  await migrateToLatest(db);
  await db.destroy();
  await flush(unfinished);
  await nameDurably(unfinished, file).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== "EEXIST") throw error;
  });
  await rm(unfinished);
}
