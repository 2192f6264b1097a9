/**
 * Stores pictures in the data folder, as `media/ab/abcd…/320.webp`. One process writes to it
 * (data-folder.ts), in the pictures' queue.
 */
import { randomUUID } from "node:crypto";
import { access, mkdir, open, opendir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PICTURE_FILES, type PictureFile, pictureSha } from "@shelv/contract/rows/picture";
import * as v from "valibot";
import { syncFolder } from "#data-folder";
import type { EncodedFile } from "#images/encode-picture";
import { MARK_KEY, type MediaStore, pictureKey } from "./media-store.ts";

const UNFINISHED = "unfinished-";

export class FolderStore implements MediaStore {
  readonly isShared = false;
  readonly #dataFolder: string;
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
    this.#folder = join(dataFolder, "media");
  }

  async has(sha256: string): Promise<boolean> {
    return access(this.#fileOf(sha256, "original.webp")).then(
      () => true,
      (error: unknown) => orThrow(error, false),
    );
  }

  async read(sha256: string, file: PictureFile): Promise<Buffer | null> {
    return readFile(this.#fileOf(sha256, file)).catch((error: unknown) => orThrow(error, null));
  }

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

  /** Readers never see a part of a picture. */
  async write(sha256: string, files: readonly EncodedFile[]): Promise<void> {
    const folder = this.#folderOf(sha256);
    const unfinished = join(this.#folder, `${UNFINISHED}${randomUUID()}`);
    try {
      await mkdir(unfinished, { recursive: true });
      for (const { name, bytes } of files) await writeDurably(join(unfinished, name), bytes);
      await syncFolder(unfinished);
      await mkdir(dirname(folder), { recursive: true });
      await rm(folder, { recursive: true, force: true });
      await rename(unfinished, folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    for (const each of [dirname(folder), this.#folder]) await syncFolder(each);
  }

  /** Tries only to write, which is what fails in a folder. */
  async tryAll(): Promise<void> {
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

  async owner(): Promise<string | null> {
    return readFile(join(this.#dataFolder, MARK_KEY), "utf8").catch((error: unknown) => orThrow(error, null));
  }

  async mark(owner: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const unfinished = join(this.#folder, `${UNFINISHED}${randomUUID()}`);
    await writeDurably(unfinished, Buffer.from(owner));
    await rename(unfinished, join(this.#dataFolder, MARK_KEY));
    await syncFolder(this.#folder);
  }

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

  async removeUnfinished(): Promise<void> {
    for await (const name of namesIn(this.#folder)) {
      if (name.startsWith(UNFINISHED)) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  #folderOf(sha256: string): string {
    return dirname(this.#fileOf(sha256, "original.webp"));
  }

  #fileOf(sha256: string, file: PictureFile): string {
    return join(this.#dataFolder, pictureKey(sha256, file));
  }
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  await using handle = await open(file, "wx");
  await handle.writeFile(bytes);
  await handle.sync();
}

/** Yields a folder's names, as they may not fit in memory; none if the folder is missing. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const found = await opendir(folder).catch((error: unknown) => orThrow(error, []));
  for await (const { name } of found) yield name;
}

/** Returns `ifMissing` for a missing file; throws other errors. */
function orThrow<T>(error: unknown, ifMissing: T): T {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return ifMissing;
  throw error;
}
