import { createWriteStream } from "node:fs";
import { mkdir, readFile, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { fileTypeFromFile } from "file-type";
import * as v from "valibot";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { SettingsError } from "#settings";
import { backupNote, DATABASE_ENTRY, entryKind, MAX_BYTES, NOTE_ENTRY } from "./backup-format.ts";

/**
 * Writes a backup's files into an empty folder. Refuses what no backup holds: other names, files that are too large for
 * what they are or for the disk, bytes that have changed, pictures that are none.
 */
export async function unpackBackup(file: string, folder: string): Promise<void> {
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
      await unpack(zip, entry, path).catch((cause: unknown) => {
        throw spoilt(file, `${name} cannot be read`, cause);
      });
      if (kind === "picture" && !(await isPicture(path))) throw spoilt(file, `${name} is no picture`);
    }
  } catch (error) {
    // The reader itself refuses names that lead out of a folder, and a directory that makes no sense.
    throw error instanceof SettingsError ? error : spoilt(file, "it cannot be read", error);
  } finally {
    zip.close();
  }
  if (!seen.has(DATABASE_ENTRY) || !seen.has(NOTE_ENTRY)) throw spoilt(file, "it is not complete");
  const note = v.safeParse(
    v.pipe(v.string(), v.parseJson(), backupNote),
    await readFile(join(folder, NOTE_ENTRY), "utf8"),
  );
  if (!note.success) throw new SettingsError(`${file} was made by a newer version: update this one first.`);
}

async function openZip(file: string): Promise<ZipFile> {
  return openPromise(file, { autoClose: false }).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === "ENOENT"
      ? new SettingsError(`There is no file ${file}.`, { cause })
      : spoilt(file, "it is no zip file", cause);
  });
}

/** The reader checks lengths, not contents. */
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
  const type = await fileTypeFromFile(path);
  return type !== undefined && type.mime === (path.endsWith(".avif") ? "image/avif" : "image/webp");
}

const spoilt = (file: string, why: string, cause?: unknown) =>
  new SettingsError(`${file} is no backup that can be restored: ${why}.`, { cause });
