/**
 * `media/ab/abcd…/320.webp`, by the upload's SHA-256; accounts with the same upload share them (`blob`).
 * Written before their row, deleted after the last one. Both run in `line`, so that no files are deleted
 * while their row is about to be written.
 */
import { randomUUID } from "node:crypto";
import { access, mkdir, open, opendir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PICTURE_FILES, type PictureFile, pictureSha } from "@shelv/contract/picture";
import * as v from "valibot";
import type { EncodedFile } from "./encode-picture.ts";
import { FairLine } from "./fair-line.ts";

const UNFINISHED = "unfinished-";

export class PictureFiles {
  readonly line = new FairLine();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The largest version, for exports. */
  originalFile(sha256: string): string {
    return this.#fileOf(sha256, "original.webp");
  }

  /** A stored picture has all of its files. */
  async has(sha256: string): Promise<boolean> {
    return access(this.originalFile(sha256)).then(
      () => true,
      (error: unknown) => orThrow(error, false),
    );
  }

  async read(sha256: string, file: PictureFile): Promise<Buffer | null> {
    return readFile(this.#fileOf(sha256, file)).catch((error: unknown) => orThrow(error, null));
  }

  /** On the disk; 0 if it is not stored. */
  async storedBytes(sha256: string): Promise<number> {
    const sizes = await Promise.all(
      PICTURE_FILES.map((file) =>
        stat(this.#fileOf(sha256, file)).then(
          ({ size }) => size,
          (error: unknown) => orThrow(error, 0),
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Durable when it returns. Readers never see a part of it. */
  async write(sha256: string, files: readonly EncodedFile[]): Promise<void> {
    const folder = this.#folderOf(sha256);
    const unfinished = join(this.#folder, `${UNFINISHED}${randomUUID()}`);
    try {
      await mkdir(unfinished, { recursive: true });
      for (const { name, bytes } of files) await writeDurably(join(unfinished, name), bytes);
      await sync(unfinished);
      await mkdir(dirname(folder), { recursive: true });
      await rm(folder, { recursive: true, force: true });
      await rename(unfinished, folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    for (const each of [dirname(folder), this.#folder]) await sync(each);
  }

  /** Throws if a picture could not be stored now. */
  async tryWrite(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const file = join(this.#folder, `${UNFINISHED}${randomUUID()}`);
    try {
      await writeDurably(file, Buffer.from("ready"));
    } finally {
      await rm(file, { force: true });
    }
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#folderOf(sha256), { recursive: true, force: true });
  }

  /** The stored pictures, in batches. */
  async *all(atOnce: number): AsyncGenerator<string[]> {
    let some: string[] = [];
    for await (const start of namesIn(this.#folder)) {
      if (start.length !== 2) continue;
      for await (const name of namesIn(join(this.#folder, start))) {
        if (v.is(pictureSha, name)) some.push(name);
        if (some.length < atOnce) continue;
        yield some;
        some = [];
      }
    }
    if (some.length > 0) yield some;
  }

  /** A crash's. In `line`, where nothing else writes. */
  async removeUnfinished(): Promise<void> {
    for await (const name of namesIn(this.#folder)) {
      if (name.startsWith(UNFINISHED)) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  #folderOf(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }

  #fileOf(sha256: string, file: PictureFile): string {
    return join(this.#folderOf(sha256), file);
  }
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  await using handle = await open(file, "wx");
  await handle.writeFile(bytes);
  await handle.sync();
}

/** So that a file's name is durable. Windows cannot open folders, and does not need it. */
async function sync(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}

/** A folder may have more names than fit in memory. None if it is missing. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const found = await opendir(folder).catch((error: unknown) => orThrow(error, []));
  for await (const { name } of found) yield name;
}

/** For a missing file; other errors are thrown. */
function orThrow<T>(error: unknown, ifMissing: T): T {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return ifMissing;
  throw error;
}
