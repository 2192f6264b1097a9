import { PICTURE_FILES, type PictureFile } from "@shelv/contract/rows/picture";
import { Outage } from "#platform/outage";
import type { EncodedFile } from "#pictures/encode-picture";

/**
 * The files of pictures, by the upload's SHA-256. Accounts with the same upload share them (`blob`). They are
 * written before their row and deleted after the last one, both under the picture's lock
 * (pictures/picture-lock.ts). Every call throws `MediaGone` while a bucket cannot be used.
 */
export type MediaStore = {
  /** Whether all servers share the store: if it fails, it fails for all of them. */
  readonly isShared: boolean;
  /** A stored picture has all of its files. */
  has(sha256: string): Promise<boolean>;
  /** The same, by the names of all files: others than this server may have removed one. */
  isWhole(sha256: string): Promise<boolean>;
  read(sha256: string, file: PictureFile): Promise<Buffer | null>;
  /** A file to send, read as fast as the client takes it: of a slow client, memory has a part. */
  open(sha256: string, file: PictureFile, by: Asker): Promise<OpenedFile | null>;
  /** The bytes of such a file, which is not read. */
  sizeOf(sha256: string, file: PictureFile, by: Asker): Promise<number | null>;
  storedBytes(sha256: string): Promise<number>;
  /** Stores a picture, durably when it returns. Until then the store does not have the picture. */
  write(sha256: string, files: readonly EncodedFile[]): Promise<void>;
  remove(sha256: string): Promise<void>;
  /** The installation whose pictures these are; null before it is marked. */
  owner(): Promise<string | null>;
  mark(owner: string): Promise<void>;
  /**
   * The stored pictures, in batches. A bucket leaves out those younger than an hour: another server may be
   * about to write their row.
   */
  all(atOnce: number): AsyncGenerator<string[]>;
  /** Removes what a crash left. Call it only where this process writes nothing. */
  removeUnfinished(): Promise<void>;
  /** Throws if a picture could not be stored, read, found or deleted now. */
  tryAll(): Promise<void>;
  close(): void;
};

/** Who pays for the place in a bucket's queue. The signal's abort gives it back: the client is gone. */
export type Asker = { payer: string; signal?: AbortSignal };

export type OpenedFile = { size: number; body: ReadableStream<Uint8Array> };

export const PART_BYTES = 64 * 1024;

/**
 * Pictures are below folders of two letters (`media/ab/…`), so no sweep, of older builds either, lists this
 * key.
 */
export const MARK_KEY = "media/installation";

export const pictureKey = (sha256: string, file: PictureFile): string =>
  `media/${sha256.slice(0, 2)}/${sha256}/${file}`;

/** Whether these files are all that a picture has. An animated one has no AVIF. */
export function areWhole(names: readonly string[]): boolean {
  const lacking = PICTURE_FILES.filter((file) => !names.includes(file));
  return lacking.every(isAvif) && (lacking.length === 0 || !names.some(isAvif));
}

const isAvif = (name: string): boolean => name.endsWith(".avif");

/**
 * The bucket does not answer, refuses what the server needs, or is another installation's; or the folder has
 * been replaced under the server. The message is a sentence for the operator, without names.
 */
export class MediaGone extends Outage {
  override readonly name = "MediaGone";
  /** Whether only another setting or other rights help. */
  readonly isRefused: boolean;

  constructor(sentence: string, { isRefused, cause }: { isRefused: boolean; cause?: unknown }) {
    super(sentence, { alarm: "media", cause });
    this.isRefused = isRefused;
  }
}
