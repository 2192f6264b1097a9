import { join, resolve } from "node:path";
import { countServers } from "#bus/count-servers";
import { fileIn, isCurrent } from "#commands/with-database";
import { DATABASE_FILE, lockDataFolder, openDataFolder } from "#data-folder";
import { mustBeWhole } from "./copy-progress.ts";
import { type Database, openDatabase } from "#database/open-database";
import { isPostgresUrl } from "#database/postgres/open-postgres";
import { SettingsError } from "#platform/settings-error";

/** No server uses the place while it is open. `folder`: null for PostgreSQL. */
export type CopyPlace = {
  db: Database;
  /** Without the password of a URL. */
  name: string;
  folder: string | null;
  close: () => Promise<void>;
};

/** Without migrations: an older build may still have to serve it. */
export async function openSource(address: string): Promise<CopyPlace> {
  const place = await open(address, {
    fileOf: fileIn,
    openIt: (location) => openDatabase(location, { migrates: false, setting: "--from" }),
  });
  try {
    const tables = await place.db.reader.introspection.getTables();
    if (!tables.some(({ name }) => name === "user"))
      throw new SettingsError(`${place.name} holds no data of this server.`);
    if (!(await isCurrent(place.db.reader)))
      throw new SettingsError(
        `${place.name} is of another version of the server: start this version on it once, and stop it.`,
      );
    await mustBeWhole(place.db.reader);
    return place;
  } catch (error) {
    await place.close();
    throw error;
  }
}

export const openTarget = (address: string): Promise<CopyPlace> =>
  open(address, {
    fileOf: async (folder) => join(await openDataFolder(folder), DATABASE_FILE),
    openIt: (location) => openDatabase(location, { setting: "--to" }),
  });

type Opening = {
  fileOf: (folder: string) => Promise<string>;
  openIt: (location: string) => Promise<Database>;
};

async function open(address: string, { fileOf, openIt }: Opening): Promise<CopyPlace> {
  if (isPostgresUrl(address)) {
    const db = await openIt(address);
    const { host, pathname } = new URL(address);
    const place = { db, name: `postgres://${host}${pathname}`, folder: null, close: () => db.close() };
    await mustBeUnused(place).catch(async (error: unknown) => {
      await db.close();
      throw error;
    });
    return place;
  }
  const [, path] = /^sqlite:(.+)$/.exec(address) ?? [];
  if (path === undefined)
    throw new SettingsError(
      "copy needs --from and --to: sqlite: with a data folder, or a postgres:// address.",
    );
  const folder = resolve(path);
  const file = await fileOf(folder);
  const unlock = lockDataFolder(folder);
  try {
    const db = await openIt(file);
    return {
      db,
      name: `sqlite:${folder}`,
      folder,
      async close() {
        await db.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

export async function mustBeUnused({ db, name }: Pick<CopyPlace, "db" | "name">): Promise<void> {
  if ((await countServers(db.reader)) > 0)
    throw new SettingsError(`A server is running on ${name}: stop all of them until the copy is done.`);
}
