/** The one folder that holds everything worth a backup: the database, pictures, captured mail and the secret. */
import { randomBytes } from "node:crypto";
import { access, chmod, constants, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { SettingsError } from "./settings.ts";

/** Makes the folder where there is none, and closes one to other users of the machine. */
export async function openDataFolder(
  path: string,
  print: (line: string) => void = console.log,
): Promise<string> {
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    await closeToOthers(folder, print);
    return folder;
  } catch (cause) {
    throw new SettingsError(`The data folder ${folder} cannot be written to: set DATA_DIR to one that can.`, {
      cause,
    });
  }
}

async function closeToOthers(folder: string, print: (line: string) => void): Promise<void> {
  const { mode } = await stat(folder);
  // Windows has no such modes.
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

/** The name of the file that a running server holds. Of no use to anybody else, and in no backup. */
export const LOCK_FILE = "lock";

/**
 * Takes the folder for this process alone, and answers how to let go of it: two servers on one database would each keep
 * in memory what the other changes. The lock is SQLite's own on an empty database, so that the system takes it back from
 * a process that was killed, which a file with a number in it cannot promise.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = new SQLite(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    // Nothing is ever written to it: no journal needs a file beside it.
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

/** The secret that codes are kept under: made on the first start, readable by this user alone, the same ever after. */
export async function keptSecret(folder: string): Promise<string> {
  const file = join(folder, "session-secret");
  try {
    await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 32)
    throw new SettingsError(`The secret in ${file} is too short: delete the file to have a new one made.`);
  return secret;
}
