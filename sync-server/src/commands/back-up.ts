import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, link, open, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { PICTURE_FILES } from "@shelv/contract/picture";
import { makeZip } from "client-zip";
import { SettingsError } from "#settings";
import { type BackupNote, DATABASE_ENTRY, NOTE_ENTRY, pictureEntry, SECRET_ENTRY } from "./backup-format.ts";
import { picturesIn, snapshotDatabase } from "./snapshot-database.ts";

type Entry = { name: string; input: string | AsyncIterable<Uint8Array> };

/**
 * Writes the data folder into one file while a server may run: the database at one moment, then its pictures,
 * which are written before their rows and deleted days after their last use. The file gets its name once it
 * is on disk, and never replaces another.
 */
export async function backUp(dataFolder: string, file: string): Promise<{ pictures: number }> {
  const target = resolve(file);
  if (await exists(target)) throw new SettingsError(`${target} is there already: choose another name.`);
  if (!(await exists(join(dataFolder, DATABASE_ENTRY))))
    throw new SettingsError(
      `There is no database in ${dataFolder}: set DATA_DIR to the server's data folder.`,
    );
  const unfinished = `${target}.${randomUUID()}`;
  const snapshot = `${unfinished}.db`;
  try {
    // Private from the first byte.
    await (await open(snapshot, "wx", 0o600)).close();
    await snapshotDatabase(join(dataFolder, DATABASE_ENTRY), snapshot);
    const pictures = picturesIn(snapshot);
    await writeSteadily(unfinished, makeZip(entries(dataFolder, snapshot, pictures)));
    await link(unfinished, target).catch(cannotName(target));
    await syncFolder(dirname(target));
    return { pictures: pictures.length };
  } finally {
    for (const temporary of [unfinished, snapshot]) await rm(temporary, { force: true });
  }
}

async function* entries(
  dataFolder: string,
  snapshot: string,
  pictures: readonly string[],
): AsyncGenerator<Entry> {
  const note: BackupNote = { format: 1, madeAt: new Date().toISOString() };
  yield { name: NOTE_ENTRY, input: JSON.stringify(note) };
  const secret = await readFile(join(dataFolder, SECRET_ENTRY), "utf8").catch(() => null);
  if (secret !== null) yield { name: SECRET_ENTRY, input: secret };
  yield { name: DATABASE_ENTRY, input: createReadStream(snapshot) };
  for (const sha256 of pictures) {
    for (const picture of PICTURE_FILES) {
      const name = pictureEntry(sha256, picture);
      // An animated picture has no AVIF.
      if (await exists(join(dataFolder, name)))
        yield { name, input: createReadStream(join(dataFolder, name)) };
    }
  }
}

/** For each fsync: a server's next commit waits for the same disk. */
const FLUSHED_BYTES = 8 * 1024 * 1024;

async function writeSteadily(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  let waiting = 0;
  for await (const chunk of chunks) {
    await handle.writeFile(chunk);
    waiting += chunk.byteLength;
    if (waiting < FLUSHED_BYTES) continue;
    await handle.datasync();
    waiting = 0;
  }
  await handle.sync();
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Unlike a rename, a link fails if the name is taken. */
const cannotName = (target: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === "EEXIST")
    throw new SettingsError(`${target} is there already: choose another name.`, { cause: error });
  throw error;
};

/** So that a file's name is durable. Windows cannot open folders, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}
