import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Kysely } from "kysely";
import { DEFAULT_MIGRATION_TABLE } from "kysely/migration";
import { announce } from "#bus/postgres-bus";
import { isPostgres } from "#database/dialect";
import { DATABASE_FILE } from "#data-folder";
import { missingMigrations, unknownMigrations } from "#database/migrate";
import { type Database, openDatabase } from "#database/open-database";
import type { Schema } from "#database/schema";
import { mustBeWhole } from "./copy/copy-progress.ts";
import { SettingsError } from "#platform/settings-error";
import type { Settings } from "#settings";

export type DatabasePlace = Pick<Settings, "dataDir" | "databaseUrl">;

/** A server may be running, perhaps one of the build before, so the command changes no tables. */
export async function withDatabase<T>(place: DatabasePlace, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(place.databaseUrl ?? (await fileIn(resolve(place.dataDir))), {
    migrates: false,
  });
  try {
    if (!(await isCurrent(db.reader)))
      throw new SettingsError(
        "The database is of another version of the server: start this version once, after a restore with --restored, or use the other one's commands.",
      );
    await mustBeWhole(db.reader);
    return await work(db);
  } finally {
    await db.close();
  }
}

export async function isCurrent(reader: Kysely<Schema>): Promise<boolean> {
  const tables = await reader.introspection.getTables({ withInternalKyselyTables: true });
  return (
    tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE) &&
    (await missingMigrations(reader)).length === 0 &&
    (await unknownMigrations(reader)).length === 0
  );
}

/** Returns when visitors see the change: a server on SQLite gets no announcement. */
export async function announceChange(writer: Kysely<Schema>, userId: string): Promise<string> {
  await announce(writer, [{ kind: "committed", userId, madeBy: null, body: null }]);
  return isPostgres(writer) ? "at once" : "within a minute";
}

export async function fileIn(dataFolder: string): Promise<string> {
  const file = join(dataFolder, DATABASE_FILE);
  await access(file).catch((cause: unknown) => {
    throw new SettingsError(
      `There is no database in ${dataFolder}: set DATA_DIR to the server's data folder.`,
      { cause },
    );
  });
  return file;
}
