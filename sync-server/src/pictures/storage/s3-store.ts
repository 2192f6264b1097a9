/**
 * Pictures in a bucket, which all servers use. `original.webp` is written last and deleted first, so that a
 * picture with that file has all of them.
 */
import { PICTURE_FILES, type PictureFile, pictureSha } from "@shelv/contract/rows/picture";
import * as v from "valibot";
import type { EncodedFile } from "#pictures/encode-picture";
import type { BucketPlace } from "./media-settings.ts";
import {
  areWhole,
  type Asker,
  MARK_KEY,
  MediaGone,
  type MediaStore,
  type OpenedFile,
  pictureKey,
} from "./media-store.ts";
import { type Part, S3Bucket } from "./s3-bucket.ts";

const ORIGINAL = "original.webp";
const PREFIX = "media/";
const CHECK_KEY = `${PREFIX}check`;
/** Many times the time between a picture's files and its row. */
const SETTLED_AFTER_MS = 60 * 60_000;

/** Most sizes of a picture are one part. */
export const PART_BYTES = 256 * 1024;

export class S3Store implements MediaStore {
  readonly isShared = true;
  readonly #bucket: S3Bucket;

  constructor(place: BucketPlace) {
    this.#bucket = new S3Bucket(place);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.#bucket.sizeOf(pictureKey(sha256, ORIGINAL))) !== null;
  }

  async isWhole(sha256: string): Promise<boolean> {
    return areWhole((await this.#objectsOf(sha256)).map(({ key }) => key.split("/").at(-1) ?? ""));
  }

  read(sha256: string, file: PictureFile): Promise<Buffer | null> {
    return this.#bucket.get(pictureKey(sha256, file));
  }

  async open(sha256: string, file: PictureFile, by: Asker): Promise<OpenedFile | null> {
    const key = pictureKey(sha256, file);
    const first = await this.#bucket.getPart(key, { from: 0, maxBytes: PART_BYTES, ...by });
    return first && { size: first.size, body: ReadableStream.from(this.#partsOf(key, first, by)) };
  }

  sizeOf(sha256: string, file: PictureFile, by: Asker): Promise<number | null> {
    return this.#bucket.sizeOf(pictureKey(sha256, file), by);
  }

  /**
   * Each part is a request of its own: a failed one is retried, and an idle client takes no place among the
   * bucket's requests.
   */
  async *#partsOf(key: string, first: Part, by: Asker): AsyncGenerator<Uint8Array> {
    yield first.bytes;
    for (let from = first.bytes.byteLength; from < first.size;) {
      const part = await this.#bucket.getPart(key, { from, maxBytes: PART_BYTES, ...by });
      const goesOn = part?.from === from && part.size === first.size && part.version === first.version;
      if (!goesOn || part.bytes.byteLength === 0)
        throw new MediaGone("A picture in the bucket changed while it was sent.", { isRefused: false });
      yield part.bytes;
      from += part.bytes.byteLength;
    }
  }

  async storedBytes(sha256: string): Promise<number> {
    return (await this.#objectsOf(sha256)).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async #objectsOf(sha256: string) {
    return (await this.#bucket.list(pictureKey(sha256, ORIGINAL).slice(0, -ORIGINAL.length), "")).objects;
  }

  async write(sha256: string, files: readonly EncodedFile[]): Promise<void> {
    const put = ({ name, bytes }: EncodedFile) => this.#bucket.put(pictureKey(sha256, name), bytes);
    await Promise.all(files.filter(({ name }) => name !== ORIGINAL).map(put));
    await Promise.all(files.filter(({ name }) => name === ORIGINAL).map(put));
  }

  async remove(sha256: string): Promise<void> {
    await this.#bucket.delete(pictureKey(sha256, ORIGINAL));
    const others = PICTURE_FILES.filter((file) => file !== ORIGINAL);
    await Promise.all(others.map((file) => this.#bucket.delete(pictureKey(sha256, file))));
  }

  async owner(): Promise<string | null> {
    return (await this.#bucket.get(MARK_KEY))?.toString() ?? null;
  }

  mark(owner: string): Promise<void> {
    return this.#bucket.put(MARK_KEY, Buffer.from(owner));
  }

  async *all(atOnce: number): AsyncGenerator<string[]> {
    let some: string[] = [];
    for await (const sha256 of this.#settled()) {
      some.push(sha256);
      if (some.length < atOnce) continue;
      yield some;
      some = [];
    }
    if (some.length > 0) yield some;
  }

  /** A picture counts from its youngest file on. */
  async *#settled(): AsyncGenerator<string> {
    let [picture, isSettled] = ["", false];
    for (let after: string | null = PREFIX; after !== null;) {
      const { objects, hasMore, nowMs } = await this.#bucket.list(PREFIX, after);
      for (const { key, storedAtMs } of objects) {
        const sha256 = key.split("/")[2];
        if (!v.is(pictureSha, sha256)) continue;
        if (sha256 !== picture) {
          if (isSettled) yield picture;
          [picture, isSettled] = [sha256, true];
        }
        isSettled &&= nowMs - storedAtMs >= SETTLED_AFTER_MS;
      }
      after = hasMore ? (objects.at(-1)?.key ?? null) : null;
    }
    if (isSettled) yield picture;
  }

  /** A request leaves a whole object or none; the sweep finds a picture that lacks files. */
  async removeUnfinished(): Promise<void> {}

  async tryAll(): Promise<void> {
    const bytes = Buffer.from("Servers write, read, list and delete here to see that they may.\n");
    await this.#bucket.put(CHECK_KEY, bytes);
    const read = await this.#bucket.get(CHECK_KEY);
    if (!read?.equals(bytes))
      throw new MediaGone("The bucket of MEDIA_URL does not return what was written to it.", {
        isRefused: true,
      });
    await this.#bucket.list(CHECK_KEY, "");
    // The right is checked before the object is looked up.
    await this.#bucket.delete(`${CHECK_KEY}-none`);
  }

  close(): void {}
}
