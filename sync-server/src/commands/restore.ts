import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { LOCK_FILE, lockDataFolder } from "#data-folder";
import { openDatabase } from "#database/open-database";
import { rotateEpochs } from "#database/rotate-epochs";
import { SettingsError } from "#settings";
import { syncFolder } from "./back-up.ts";
import { DATABASE_ENTRY, NOTE_ENTRY, pictureEntry } from "./backup-format.ts";
import { picturesIn } from "./snapshot-database.ts";
import { unpackBackup } from "./unpack-backup.ts";

const ASIDE = "before-";

/**
 * Makes a data folder out of a backup. All of it is unpacked, checked and brought up to date in a folder of its own, and only
 * then moved into place. What was there is kept in a folder inside, and only where `replace` says so: the data folder itself
 * may be a mount, which cannot be renamed. Every account's sync starts a new life: devices hear of it and send again what the
 * backup does not know.
 */
export async function restore(
  file: string,
  dataDir: string,
  { replace }: { replace: boolean },
): Promise<{ keptAt: string | null; missingPictures: number }> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = lockDataFolder(folder);
  const fresh = join(folder, `restoring-${randomUUID()}`);
  try {
    const present = (await readdir(folder)).filter((name) => name !== LOCK_FILE);
    if (present.length > 0 && !replace) {
      throw new SettingsError(
        `The data folder ${folder} is not empty: add --replace to put it aside, or set DATA_DIR to another one.`,
      );
    }
    await mkdir(fresh, { mode: 0o700 });
    await unpackBackup(resolve(file), fresh);
    const missingPictures = await checkAndRenew(fresh, file);
    await rm(join(fresh, NOTE_ENTRY));
    await syncFolder(fresh);
    return {
      keptAt: await putInPlace(
        fresh,
        folder,
        present.filter((name) => !name.startsWith(ASIDE)),
      ),
      missingPictures,
    };
  } finally {
    unlock();
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Answers how many pictures the database names and the backup has not. */
async function checkAndRenew(fresh: string, file: string): Promise<number> {
  const path = join(fresh, DATABASE_ENTRY);
  mustBeSound(path, file);
  const present = new Set(await readdir(join(fresh, "media"), { recursive: true }).catch((): string[] => []));
  const missing = picturesIn(path).filter(
    (sha256) => !present.has(join(pictureEntry(sha256, "original.webp")).slice("media/".length)),
  );
  const db = await openDatabase(path).catch((cause: unknown) => {
    throw new SettingsError(
      `The database in ${file} cannot be brought up to date: it may be of a newer version.`,
      { cause },
    );
  });
  try {
    await rotateEpochs(db.writer);
  } finally {
    await db.close();
  }
  return missing.length;
}

function mustBeSound(path: string, file: string): void {
  try {
    const db = new SQLite(path);
    try {
      if (
        db.pragma("integrity_check", { simple: true }) === "ok" &&
        (db.pragma("foreign_key_check") as unknown[]).length === 0
      )
        return;
    } finally {
      db.close();
    }
  } catch (cause) {
    throw new SettingsError(`The database in ${file} is damaged.`, { cause });
  }
  throw new SettingsError(`The database in ${file} is damaged.`);
}

/** Moves what was there aside and answers where it is now; null where there was nothing. */
async function putInPlace(fresh: string, folder: string, present: readonly string[]): Promise<string | null> {
  const aside = join(folder, `${ASIDE}${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  if (present.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of present) await rename(join(folder, name), join(aside, name));
  for (const name of await readdir(fresh)) await rename(join(fresh, name), join(folder, name));
  await syncFolder(folder);
  return present.length > 0 ? aside : null;
}
