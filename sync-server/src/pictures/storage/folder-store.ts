/**
 * Stores pictures in the data folder, as `media/ab/abcd…/320.webp`. One process writes to it
 * (data-folder.ts), in the pictures' queue.
 */
import { closeSync, createReadStream, fstatSync, openSync } from "node:fs";
import { mkdir, opendir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PICTURE_FILES, type PictureFile, pictureSha } from "@shelv/contract/rows/picture";
import * as v from "valibot";
import {
  flush,
  makeFolder,
  UNFINISHED,
  unfinishedIn,
  writeDurably,
  writeFlushed,
} from "#platform/durable-files";
import type { EncodedFile } from "#pictures/encode-picture";
import {
  areWhole,
  MARK_KEY,
  MediaGone,
  type MediaStore,
  type OpenedFile,
  PART_BYTES,
  pictureKey,
} from "./media-store.ts";

export class FolderStore implements MediaStore {
  readonly isShared = false;
  readonly #dataFolder: string;
  readonly #folder: string;
  #opened: number | null = null;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
    this.#folder = join(dataFolder, "media");
  }

  /** For a server: the folder is created here and never again. */
  static async open(dataFolder: string): Promise<FolderStore> {
    const store = new FolderStore(dataFolder);
    await makeFolder(store.#folder);
    // Windows opens no folders, and unmounts no disk in use.
    if (process.platform !== "win32") store.#opened = openSync(store.#folder, "r");
    return store;
  }

  close(): void {
    if (this.#opened !== null) closeSync(this.#opened);
    this.#opened = null;
  }

  async has(sha256: string): Promise<boolean> {
    return this.isWhole(sha256);
  }

  async isWhole(sha256: string): Promise<boolean> {
    return areWhole(await readdir(this.#folderOf(sha256)).catch((error: unknown) => orThrow(error, [])));
  }

  async read(sha256: string, file: PictureFile): Promise<Buffer | null> {
    return readFile(this.#fileOf(sha256, file)).catch((error: unknown) => orThrow(error, null));
  }

  async open(sha256: string, file: PictureFile): Promise<OpenedFile | null> {
    const size = await this.sizeOf(sha256, file);
    if (size === null) return null;
    return { size, body: ReadableStream.from(partsOf(this.#fileOf(sha256, file))) };
  }

  async sizeOf(sha256: string, file: PictureFile): Promise<number | null> {
    const found = await stat(this.#fileOf(sha256, file)).catch((error: unknown) => orThrow(error, null));
    return found && found.size;
  }

  async storedBytes(sha256: string): Promise<number> {
    const sizes = await Promise.all(PICTURE_FILES.map((file) => this.sizeOf(sha256, file)));
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  }

  /** Readers never see a part of a picture. */
  async write(sha256: string, files: readonly EncodedFile[]): Promise<void> {
    await this.#mustBeInPlace();
    const folder = this.#folderOf(sha256);
    const unfinished = unfinishedIn(this.#folder);
    try {
      await mkdir(unfinished, { mode: 0o700 });
      for (const { name, bytes } of files) await writeFlushed(join(unfinished, name), bytes);
      await flush(unfinished);
      await makeFolder(dirname(folder));
      await this.remove(sha256);
      await rename(unfinished, folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    for (const each of [dirname(folder), this.#folder]) await flush(each);
  }

  /** Tries only to write, which is what fails in a folder. */
  async tryAll(): Promise<void> {
    await this.#mustBeInPlace();
    const file = unfinishedIn(this.#folder);
    try {
      await writeFlushed(file, "ready");
    } finally {
      await rm(file, { force: true });
    }
  }

  /** The picture is gone at once: a crash leaves only what `removeUnfinished` removes. */
  async remove(sha256: string): Promise<void> {
    const unfinished = unfinishedIn(this.#folder);
    await rename(this.#folderOf(sha256), unfinished).catch((error: unknown) => orThrow(error, null));
    await rm(unfinished, { recursive: true, force: true });
  }

  /** A picture that is written below the mount point of a disk would be gone once the disk is back. */
  async #mustBeInPlace(): Promise<void> {
    if (this.#opened === null) return;
    const [opened, now] = [
      fstatSync(this.#opened, { bigint: true }),
      await stat(this.#folder, { bigint: true }).catch((error: unknown) => orThrow(error, null)),
    ];
    if (opened.dev !== now?.dev || opened.ino !== now.ino)
      throw new MediaGone(
        "The folder of pictures is not the one of the start: its disk may have been unmounted.",
        { isRefused: false },
      );
  }

  async owner(): Promise<string | null> {
    return readFile(join(this.#dataFolder, MARK_KEY), "utf8").catch((error: unknown) => orThrow(error, null));
  }

  async mark(owner: string): Promise<void> {
    await this.#mustBeInPlace();
    await writeDurably(join(this.#dataFolder, MARK_KEY), owner, { replaces: true });
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

/** Opens the file when it is read. */
async function* partsOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: PART_BYTES }) as AsyncIterable<Uint8Array>;
}

/** Yields a folder's names, as they may not fit in memory; none if the folder is missing. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const found = await opendir(folder).catch((error: unknown) => orThrow(error, []));
  for await (const { name } of found) yield name;
}

function orThrow<T>(error: unknown, ifMissing: T): T {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return ifMissing;
  throw error;
}
