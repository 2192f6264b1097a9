import { randomUUID } from "node:crypto";
import { closeSync, createReadStream, fdatasyncSync, openSync } from "node:fs";
import { access, open, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PICTURE_FILES } from "@shelv/contract/rows/picture";
import { makeZip } from "client-zip";
import SQLite from "better-sqlite3";
import * as v from "valibot";
import { DATABASE_FILE } from "#data-folder";
import { nameDurably } from "#platform/durable-files";
import { FolderStore } from "#pictures/storage/folder-store";
import { type MediaStore, pictureKey } from "#pictures/storage/media-store";
import { SettingsError } from "#platform/settings-error";

type Entry = { name: string; input: string | Uint8Array | AsyncIterable<Uint8Array> };

/**
 * Writes everything into one file while a server may run: the database at one moment, then its pictures,
 * written before their rows and deleted days after their last use. The file gets its name once it is on disk,
 * and replaces no other.
 */
export async function backUp(
  dataFolder: string,
  file: string,
  files: Pick<MediaStore, "read"> = new FolderStore(dataFolder),
): Promise<{ pictures: number }> {
  const target = resolve(file);
  if (await exists(target)) throw new SettingsError(`${target} is there already: choose another name.`);
  if (!(await exists(join(dataFolder, DATABASE_FILE))))
    throw new SettingsError(
      `There is no database in ${dataFolder}: set DATA_DIR to the server's data folder.`,
    );
  const unfinished = `${target}.${randomUUID()}`;
  const snapshot = `${unfinished}.db`;
  try {
    // The file is private from the first byte.
    await (await open(snapshot, "wx", 0o600)).close();
    await snapshotDatabase(join(dataFolder, DATABASE_FILE), snapshot);
    const pictures = picturesIn(snapshot);
    await writeSteadily(unfinished, makeZip(entries(dataFolder, snapshot, { pictures, files })));
    await nameDurably(unfinished, target).catch(cannotName(target));
    return { pictures: pictures.length };
  } finally {
    for (const temporary of [unfinished, snapshot]) await rm(temporary, { force: true });
  }
}

async function* entries(
  dataFolder: string,
  snapshot: string,
  { pictures, files }: { pictures: readonly string[]; files: Pick<MediaStore, "read"> },
): AsyncGenerator<Entry> {
  const note: BackupNote = { format: 1, madeAt: new Date().toISOString() };
  yield { name: NOTE_ENTRY, input: JSON.stringify(note) };
  const secret = await readFile(join(dataFolder, SECRET_ENTRY), "utf8").catch(() => null);
  if (secret !== null) yield { name: SECRET_ENTRY, input: secret };
  yield { name: DATABASE_FILE, input: createReadStream(snapshot) };
  for (const sha256 of pictures) {
    for (const picture of PICTURE_FILES) {
      const input = await files.read(sha256, picture);
      if (input) yield { name: pictureKey(sha256, picture), input };
    }
  }
}

/** Bytes per fsync: the server's next commit and read wait for the same disk. */
const FLUSHED_BYTES = 2 * 1024 * 1024;

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

const cannotName = (target: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === "EEXIST")
    throw new SettingsError(`${target} is there already: choose another name.`, { cause: error });
  throw error;
};

/** Useless after a restore, and too private. */
const LEFT_OUT = [
  "session",
  "sign_in_attempt",
  "provider_attempt",
  "daily_salt",
  "rate_limit",
  "analytics_seen",
  "analytics_quota",
  "own_visit",
];
/** 1 MB. */
const PAGES_PER_STEP = 256;

/** Copies the database as of now, while others write. */
async function snapshotDatabase(file: string, to: string): Promise<void> {
  const source = new SQLite(file, { fileMustExist: true });
  const target = openSync(to, "a");
  try {
    // The copy runs in one read transaction: otherwise it restarts whenever another process writes between
    // two steps.
    source.exec("begin");
    source.prepare("select count(*) from sqlite_schema").get();
    await source.backup(to, {
      progress: () => {
        // The server's next commit waits for this flush, too: frequent ones leave few bytes.
        fdatasyncSync(target);
        return PAGES_PER_STEP;
      },
    });
    source.exec("commit");
    // The log has grown since the snapshot; the server's next commit would have to empty it.
    source.pragma("wal_checkpoint(PASSIVE)");
  } finally {
    closeSync(target);
    source.close();
  }
  const copy = new SQLite(to);
  try {
    copy.pragma("journal_mode = MEMORY");
    // No fsync, which would delay the server's commits: after a power cut the copy is made again.
    copy.pragma("synchronous = OFF");
    // Overwrites what is deleted, as on the server's connections (open-database.ts).
    copy.pragma("secure_delete = ON");
    for (const table of LEFT_OUT) copy.exec(`delete from ${table}`);
  } finally {
    copy.close();
  }
}

export function picturesIn(file: string): string[] {
  const db = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    return db
      .prepare<[], { sha256: string }>("select distinct sha256 from blob order by sha256")
      .all()
      .map(({ sha256 }) => sha256);
  } finally {
    db.close();
  }
}

export const NOTE_ENTRY = "backup.json";
const SECRET_ENTRY = "session-secret";

export const backupNote = v.object({ format: v.literal(1), madeAt: v.string() });
type BackupNote = v.InferOutput<typeof backupNote>;

const PICTURE_FILE_MAX_BYTES = 64 * 1024 * 1024;
const SMALL_MAX_BYTES = 4096;

export function entryKind(name: string): "small" | "database" | "picture" | null {
  if (name === NOTE_ENTRY || name === SECRET_ENTRY) return "small";
  if (name === DATABASE_FILE) return "database";
  const [, start, sha256, file] = /^media\/([\da-f]{2})\/([\da-f]{64})\/([\w.]+)$/.exec(name) ?? [];
  return start !== undefined &&
    sha256?.startsWith(start) &&
    (PICTURE_FILES as readonly unknown[]).includes(file)
    ? "picture"
    : null;
}

/** For the database, the free disk space. */
export const MAX_BYTES: Record<"small" | "database" | "picture", number> = {
  small: SMALL_MAX_BYTES,
  database: Number.POSITIVE_INFINITY,
  picture: PICTURE_FILE_MAX_BYTES,
};
