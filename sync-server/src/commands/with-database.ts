import { access } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openDatabase } from "#database/open-database";
import { DATABASE_ENTRY } from "./back-up.ts";
import { SettingsError } from "#settings";

/** A server may be running. */
export async function withDatabase<T>(dataFolder: string, work: (db: Database) => Promise<T>): Promise<T> {
  const file = join(dataFolder, DATABASE_ENTRY);
  await access(file).catch((cause: unknown) => {
    throw new SettingsError(
      `There is no database in ${dataFolder}: set DATA_DIR to the server's data folder.`,
      { cause },
    );
  });
  const db = await openDatabase(file);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
