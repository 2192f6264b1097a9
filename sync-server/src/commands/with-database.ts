import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Kysely } from "kysely";
import { announce } from "#bus/postgres-bus";
import { isPostgres } from "#database/dialect";
import { type Database, openDatabase } from "#database/open-database";
import type { Schema } from "#database/schema";
import { DATABASE_ENTRY } from "./back-up.ts";
import { type Settings, SettingsError } from "#settings";

export type Place = Pick<Settings, "dataDir" | "databaseUrl">;

/** A server may be running. */
export async function withDatabase<T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(place.databaseUrl ?? (await fileIn(resolve(place.dataDir))));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** After a command has changed an account. Returns when visitors see it: a server on SQLite does not hear of it. */
export async function announceChange(writer: Kysely<Schema>, userId: string): Promise<string> {
  await announce(writer, [{ kind: "committed", userId, madeBy: null, news: null }]);
  return isPostgres(writer) ? "at once" : "within a minute";
}

/** SQLite's in a data folder. */
export async function fileIn(dataFolder: string): Promise<string> {
  const file = join(dataFolder, DATABASE_ENTRY);
  await access(file).catch((cause: unknown) => {
    throw new SettingsError(
      `There is no database in ${dataFolder}: set DATA_DIR to the server's data folder.`,
      { cause },
    );
  });
  return file;
}
