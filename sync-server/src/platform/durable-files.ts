/**
 * Files that survive a power cut whole or not at all: a file's bytes are on the disk before it gets its name,
 * and its name before the call resolves.
 */
import { randomUUID } from "node:crypto";
import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Prefix of names of files and folders until they are complete. */
export const UNFINISHED = "unfinished-";

export const unfinishedIn = (folder: string): string => join(folder, `${UNFINISHED}${randomUUID()}`);

type Naming = {
  /** Otherwise a file of that name stays, and the call throws EEXIST. */
  replaces?: boolean;
};

export async function writeDurably(
  file: string,
  bytes: string | Uint8Array,
  naming: Naming = {},
): Promise<void> {
  const unfinished = unfinishedIn(dirname(file));
  try {
    await writeFlushed(unfinished, bytes);
    await nameDurably(unfinished, file, naming);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A new private file, whose name is durable only once its folder is flushed. */
export async function writeFlushed(file: string, bytes: string | Uint8Array): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
}

/** The file is on the disk already. Without `replaces`, its old name stays, too. */
export async function nameDurably(
  unfinished: string,
  file: string,
  { replaces = false }: Naming = {},
): Promise<void> {
  // Unlike a rename, a link fails if the name is taken.
  await (replaces ? rename : link)(unfinished, file);
  await flush(dirname(file));
}

/** If it is missing; its parent must exist. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw error;
  }
  await flush(dirname(folder));
}

export async function flush(path: string): Promise<void> {
  await using handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    // Windows cannot open folders, and does not need it.
    if (process.platform === "win32" && error.code === "EISDIR") return null;
    throw error;
  });
  await handle?.sync();
}
