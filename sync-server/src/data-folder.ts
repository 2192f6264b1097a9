/** All there is to back up: database, pictures, mail files and the secret. */
import { randomBytes } from "node:crypto";
import { access, chmod, constants, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { flush, writeDurably } from "./platform/durable-files.ts";
import { SettingsError } from "./platform/settings-error.ts";

/** Makes an existing folder private. */
export async function openDataFolder(
  path: string,
  print: (line: string) => void = console.log,
): Promise<string> {
  const folder = resolve(path);
  try {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first !== undefined) await flushParents(folder, first);
    await access(folder, constants.W_OK);
    await closeToOthers(folder, print);
    return folder;
  } catch (cause) {
    throw new SettingsError(`The data folder ${folder} cannot be written to: set DATA_DIR to one that can.`, {
      cause,
    });
  }
}

async function flushParents(last: string, first: string): Promise<void> {
  await flush(dirname(last));
  if (last !== first) await flushParents(dirname(last), first);
}

async function closeToOthers(folder: string, print: (line: string) => void): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o077) === 0 || process.platform === "win32") return;
  const was = (mode & 0o777).toString(8);
  try {
    await chmod(folder, 0o700);
    print(
      `The data folder ${folder} was open to other users of this machine (mode ${was}): its mode is 700 now.`,
    );
  } catch {
    print(
      `The data folder ${folder} is open to other users of this machine (mode ${was}), and cannot be closed by this one: run chmod 700 on it.`,
    );
  }
}

export const DATABASE_FILE = "shelv.db";

/** A running server locks it; no backup has it. */
export const LOCK_FILE = "lock";

/**
 * Returns the release. Two servers on one database would each cache what the other changes. The lock is
 * SQLite's, on an empty database: unlike a PID file, it ends with a killed process.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = new SQLite(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    lock.pragma("journal_mode = MEMORY");
    lock.exec("begin exclusive");
  } catch (cause) {
    lock.close();
    throw new SettingsError(
      `A server is running on the data folder ${folder}: stop it first, or set DATA_DIR to another one.`,
      { cause },
    );
  }
  return () => lock.close();
}

/** A restore's folders begin so: that of the old data, and the new one before it is in place. */
export const ASIDE = "before-";
export const RESTORING = "restoring-";

/** Throws if a restore has ended between the old database and the new one: an empty one would hide both. */
export async function mustNotBeHalfRestored(folder: string): Promise<void> {
  const names = await readdir(folder);
  const [left] = names.filter((name) => name.startsWith(ASIDE) || name.startsWith(RESTORING)).toSorted();
  if (left === undefined || names.includes(DATABASE_FILE)) return;
  throw new SettingsError(
    `There is no database in ${folder}, but ${left}: a restore has not ended. Restore again with --replace, or move what is in ${ASIDE}… back to ${folder}.`,
  );
}

/**
 * Throws if the mark, a file outside, says that the folder had a database: its disk may not be mounted.
 * Returns what makes the mark.
 */
export async function mustHaveItsData(folder: string, mark: string | null): Promise<() => Promise<void>> {
  if (mark === null) return async () => {};
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  if (!(await isThere(mark))) return () => writeDurably(mark, "", { replaces: true });
  if (!(await isThere(join(folder, DATABASE_FILE))))
    throw new SettingsError(
      `There is no database in ${folder}, but there was one when ${mark} was written: mount its disk, or delete that file to begin with an empty database.`,
    );
  return async () => {};
}

/** The secret under which codes are hashed: created on the first start, then constant. */
export async function storedSecret(folder: string): Promise<string> {
  const file = join(folder, "session-secret");
  try {
    await writeDurably(file, randomBytes(32).toString("hex"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 32)
    throw new SettingsError(`The secret in ${file} is too short: delete the file to have a new one made.`);
  return secret;
}
