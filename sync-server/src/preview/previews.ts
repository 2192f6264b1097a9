/**
 * Pictures of pages, for those who show a link. Each is made when it is first asked for, kept as long as its page is, and
 * served at an address that names what it shows. A page that is not public has none.
 */
import type { PictureFile } from "@shelv/contract/picture";
import type { PageData } from "@shelv/public-page/page-data";
import { LRUCache } from "lru-cache";
import { planPreview, previewPath } from "./plan-preview.ts";
import type { PreviewArtist } from "./preview-artist.ts";
import type { PreviewScene } from "./preview-scene.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type PreviewHost = {
  /** What a visitor sees of a page; null where there is none for them. */
  readPage: (username: string) => Promise<PageData | null>;
  readPicture: (sha256: string, file: PictureFile) => Promise<Uint8Array | null>;
  artist: Pick<PreviewArtist, "draw">;
};

export class Previews {
  readonly #host: PreviewHost;
  readonly #kept: LRUCache<string, Bytes>;
  readonly #makings = new Map<string, Promise<Bytes | null>>();

  constructor(host: PreviewHost, { maxBytes }: { maxBytes: number }) {
    this.#host = host;
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: (bytes) => bytes.byteLength });
  }

  /** The picture at this address, which the page's own HTML names; null where the page is gone meanwhile. */
  async get(username: string, path: string): Promise<Bytes | null> {
    const kept = this.#kept.get(path);
    if (kept) return kept;
    const making =
      this.#makings.get(path) ?? this.#make(username, path).finally(() => this.#makings.delete(path));
    this.#makings.set(path, making);
    return making;
  }

  /** To be called when the page that named it is dropped. */
  drop(path: string): void {
    this.#kept.delete(path);
  }

  async #make(username: string, path: string): Promise<Bytes | null> {
    const page = await this.#host.readPage(username);
    if (!page) return null;
    const plan = planPreview(page);
    const bytes = await this.#host.artist.draw(await this.#withPictures(plan));
    if (previewPath(plan) === path) this.#kept.set(path, bytes);
    return bytes;
  }

  async #withPictures({ avatar, things, ...scene }: PreviewScene<string>): Promise<PreviewScene<Uint8Array>> {
    const read = async (sha256: string | null, file: PictureFile) =>
      sha256 && (await this.#host.readPicture(sha256, file));
    return {
      ...scene,
      avatar: (await read(avatar, "320.webp")) || null,
      things: await Promise.all(
        things.map(async (thing) => ({ ...thing, picture: (await read(thing.picture, "640.webp")) || null })),
      ),
    };
  }
}
