import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { PICTURE_FILES } from "@shelv/contract/rows/picture";
import SQLite from "better-sqlite3";
import { fileTypeFromBuffer } from "file-type";
import * as v from "valibot";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { ASIDE, DATABASE_FILE, LOCK_FILE, lockDataFolder, RESTORING } from "#data-folder";
import { flush } from "#platform/durable-files";
import { openDatabase } from "#database/open-database";
import { rotateEpochs } from "#shelves/sync-state/epochs";
import type { EncodedFile } from "#pictures/encode-picture";
import { claimPictures } from "#pictures/storage/claim-pictures";
import { FolderStore } from "#pictures/storage/folder-store";
import { type MediaStore, pictureKey } from "#pictures/storage/media-store";
import { SettingsError } from "#platform/settings-error";
import { backupNote, entryKind, MAX_BYTES, NOTE_ENTRY, picturesIn } from "./back-up.ts";

/**
 * Unpacks, checks and migrates a backup in a temporary folder, then moves it into place. With `replace`,
 * existing data first moves to a folder inside: the data folder may be a mount point, which cannot be
 * renamed. Every account gets a new sync epoch. `bucket`: where pictures go instead; existing ones stay.
 */
export async function restore(
  file: string,
  dataDir: string,
  { replace, bucket = null }: { replace: boolean; bucket?: MediaStore | null },
): Promise<{ keptAt: string | null; missingPictures: number }> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = lockDataFolder(folder);
  const fresh = join(folder, `${RESTORING}${randomUUID()}`);
  try {
    const present = (await readdir(folder)).filter((name) => name !== LOCK_FILE);
    if (present.length > 0 && !replace) {
      throw new SettingsError(
        `The data folder ${folder} is not empty: add --replace to put it aside, or set DATA_DIR to another one.`,
      );
    }
    await mkdir(fresh, { mode: 0o700 });
    await unpackBackup(resolve(file), fresh);
    const missingPictures = await checkAndRenew(fresh, { file, bucket });
    await rm(join(fresh, NOTE_ENTRY));
    if (bucket) await movePictures(fresh, bucket);
    for (const made of await foldersIn(fresh)) await flush(made);
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

async function checkAndRenew(
  fresh: string,
  { file, bucket }: { file: string; bucket: MediaStore | null },
): Promise<number> {
  const path = join(fresh, DATABASE_FILE);
  mustBeSound(path, file);
  const present = new Set(await readdir(join(fresh, "media"), { recursive: true }).catch((): string[] => []));
  const missing = picturesIn(path).filter(
    (sha256) => !present.has(join(pictureKey(sha256, "original.webp")).slice("media/".length)),
  );
  const db = await openDatabase(path);
  try {
    await rotateEpochs(db.writer);
    if (bucket) await claimPictures({ db, files: bucket, now: () => new Date() });
  } finally {
    await db.close();
  }
  return missing.length;
}

async function movePictures(fresh: string, bucket: MediaStore): Promise<void> {
  const unpacked = new FolderStore(fresh);
  for await (const pictures of unpacked.all(1))
    for (const sha256 of pictures) {
      if (await bucket.has(sha256)) continue;
      const files: EncodedFile[] = [];
      for (const name of PICTURE_FILES) {
        const bytes = await unpacked.read(sha256, name);
        if (bytes) files.push({ name, bytes });
      }
      await bucket.write(sha256, files);
    }
  await rm(join(fresh, "media"), { recursive: true, force: true });
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
  } catch (error) {
    if (!isDamaged(error)) throw error;
  }
  throw new SettingsError(`The database in ${file} is damaged.`);
}

const isDamaged = (error: unknown): boolean =>
  error instanceof SQLite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);

/**
 * Returns the new place of existing data; null if there was none. The database leaves first and comes last: no
 * server starts on a folder without one (`mustNotBeHalfRestored`). An error takes every move back.
 */
async function putInPlace(fresh: string, folder: string, present: readonly string[]): Promise<string | null> {
  const aside = join(folder, `${ASIDE}${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  const moved: { from: string; to: string }[] = [];
  const move = async (name: string, from: string, to: string) => {
    await rename(join(from, name), join(to, name));
    moved.unshift({ from: join(from, name), to: join(to, name) });
  };
  try {
    if (present.length > 0) await mkdir(aside, { mode: 0o700 });
    for (const name of databaseFirst(present)) await move(name, folder, aside);
    for (const name of databaseFirst(await readdir(fresh)).toReversed()) await move(name, fresh, folder);
  } catch (error) {
    for (const { from, to } of moved) await rename(to, from);
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
  if (present.length > 0) await flush(aside);
  await flush(folder);
  return present.length > 0 ? aside : null;
}

const databaseFirst = (names: readonly string[]): string[] =>
  names.toSorted((one, other) => Number(other === DATABASE_FILE) - Number(one === DATABASE_FILE));

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory());
  return [folder, ...below.map(({ parentPath, name }) => join(parentPath, name))];
}

/** Rejects unknown names, files too large for their kind or the disk, changed bytes, and invalid pictures. */
async function unpackBackup(file: string, folder: string): Promise<void> {
  const zip = await openZip(file);
  const seen = new Set<string>();
  const { bavail, bsize } = await statfs(folder);
  let room = bavail * bsize;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      const kind = entryKind(name);
      room -= entry.uncompressedSize;
      if (kind === null || seen.has(name))
        throw spoilt(file, `it holds ${JSON.stringify(name.slice(0, 100))}`);
      if (entry.uncompressedSize > MAX_BYTES[kind]) throw spoilt(file, `${name} is too large`);
      if (room < 0) throw new SettingsError(`There is not enough room for ${file} on the disk of ${folder}.`);
      seen.add(name);
      const path = join(folder, name);
      await unpack(zip, entry, path).catch((error: unknown) => {
        throw isOfZip(error) ? spoilt(file, `${name} cannot be read`, error) : error;
      });
      if (kind === "picture" && !(await isPicture(path))) throw spoilt(file, `${name} is no picture`);
    }
  } catch (error) {
    // The zip reader rejects names that leave the folder, and an invalid directory.
    throw isOfZip(error) ? spoilt(file, "it cannot be read", error) : error;
  } finally {
    zip.close();
  }
  if (!seen.has(DATABASE_FILE) || !seen.has(NOTE_ENTRY)) throw spoilt(file, "it is not complete");
  const note = v.safeParse(
    v.pipe(v.string(), v.parseJson(), backupNote),
    await readFile(join(folder, NOTE_ENTRY), "utf8"),
  );
  if (!note.success) throw new SettingsError(`${file} was made by a newer version: update this one first.`);
}

/** Reported by the zip reader or zlib; a full disk, for example, is not the zip's fault. */
const isOfZip = (error: unknown): boolean =>
  error instanceof Error &&
  error.constructor === Error &&
  (error as NodeJS.ErrnoException).code?.startsWith("Z_") !== false;

async function openZip(file: string): Promise<ZipFile> {
  return openPromise(file, { autoClose: false }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") throw new SettingsError(`There is no file ${file}.`, { cause });
    throw isOfZip(cause) ? spoilt(file, "it is no zip file", cause) : cause;
  });
}

/** The zip reader checks lengths only, so the checksum is compared here. */
async function unpack(zip: ZipFile, entry: Entry, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let sum = 0;
  await pipeline(
    await zip.openReadStreamPromise(entry),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
  );
  if (sum !== entry.crc32) throw new Error("The checksum is another");
}

async function isPicture(path: string): Promise<boolean> {
  const type = await fileTypeFromBuffer(await readFile(path));
  return type !== undefined && type.mime === (path.endsWith(".avif") ? "image/avif" : "image/webp");
}

const spoilt = (file: string, why: string, cause?: unknown) =>
  new SettingsError(`${file} is no backup that can be restored: ${why}.`, { cause });
