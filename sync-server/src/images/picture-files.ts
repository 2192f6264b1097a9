/** Where a picture's variants lie: `media/ab/abcd…/320.webp`, named by the SHA-256 of the upload. */
import { randomUUID } from "node:crypto";
import { access, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PICTURE_WIDTHS, type PictureWidth } from "@shelv/contract/picture";
import type { Variant } from "./encode-picture.ts";

export class PictureFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether every variant is there. */
  async has(sha256: string): Promise<boolean> {
    const found = await Promise.allSettled(PICTURE_WIDTHS.map((width) => access(this.#fileOf(sha256, width))));
    return found.every(({ status }) => status === "fulfilled");
  }

  async read(sha256: string, width: PictureWidth): Promise<Buffer | null> {
    return readFile(this.#fileOf(sha256, width)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
  }

  /** Durable when it returns: a row that names the picture may be written now. */
  async write(sha256: string, variants: Variant[]): Promise<void> {
    const folder = this.#folderOf(sha256);
    await mkdir(folder, { recursive: true });
    await Promise.all(variants.map(({ width, bytes }) => writeWhole(this.#fileOf(sha256, width), bytes)));
    for (const each of [folder, join(folder, ".."), this.#folder]) await sync(each);
  }

  #folderOf(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }

  #fileOf(sha256: string, width: PictureWidth): string {
    return join(this.#folderOf(sha256), `${width}.webp`);
  }
}

/** Nobody ever sees half a file: it gets its name when all of it is on the disk. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeDurably(unfinished, bytes);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  await using handle = await open(file, "wx");
  await handle.writeFile(bytes);
  await handle.sync();
}

/** A name is safe when its folder is. Windows cannot open folders, and needs no such thing. */
async function sync(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}
