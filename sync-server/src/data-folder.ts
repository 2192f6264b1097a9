/** The data folder, which is all there is to back up: database, pictures, mail files and the secret. */
import { randomBytes } from "node:crypto";
import { access, chmod, constants, mkdir, open, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { SettingsError } from "./settings.ts";

/** Closes an existing folder to other users of the machine. */
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

/** The file that a running server locks; no backup has it. */
export const LOCK_FILE = "lock";

/**
 * Locks the data folder; returns the release. Two servers on one database would each cache what the other
 * changes. The lock is SQLite's own, on an empty database: unlike a PID file, the system releases it when a
 * process is killed.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = new SQLite(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    // Nothing is written to the lock file.
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

/**
 * The installation's secret: private, created on the first start, then constant. Codes are hashed under it.
 */
export async function storedSecret(folder: string): Promise<string> {
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

/** Flushes a folder, so that a file's name is durable. Windows cannot open folders, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}
