import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { migrateToLatest } from "#database/migrate";
import type { Schema } from "#database/schema";

/**
 * Makes a new, migrated file beside its place and renames it: each migration's statement would otherwise wait
 * for the disk (0.5 s in all), and an interrupted start leaves no half-made database.
 */
export async function createDatabase(file: string): Promise<void> {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  const connection = new SQLite(unfinished);
  connection.pragma("journal_mode = MEMORY");
  connection.pragma("synchronous = OFF");
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  await migrateToLatest(db);
  await db.destroy();
  sync(unfinished);
  if (existsSync(file)) return rmSync(unfinished);
  renameSync(unfinished, file);
  sync(dirname(file));
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
