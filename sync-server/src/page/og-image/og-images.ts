/**
 * Drawn on the first request and cached as long as the page, at an address that identifies the content. A
 * private page has none.
 */
import type { PictureFile } from "@shelv/contract/rows/picture";
import type { PageData } from "@shelv/public-page/page-data";
import { LRUCache } from "lru-cache";
import { planOgImage, ogImagePath } from "./plan-og-image.ts";
import type { OgImageArtist } from "./og-image-artist.ts";
import type { OgImageScene } from "./og-image-scene.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type OgImageDeps = {
  readPage: (username: string) => Promise<PageData | null>;
  readPicture: (sha256: string, file: PictureFile) => Promise<Uint8Array | null>;
  artist: Pick<OgImageArtist, "draw">;
};

export class OgImages {
  readonly #deps: OgImageDeps;
  readonly #images: LRUCache<string, Bytes>;
  readonly #makings = new Map<string, Promise<Bytes | null>>();

  constructor(deps: OgImageDeps, { maxBytes }: { maxBytes: number }) {
    this.#deps = deps;
    this.#images = new LRUCache({ maxSize: maxBytes, sizeCalculation: (bytes) => bytes.byteLength });
  }

  /** `payer`: the network that asks first. */
  async get(username: string, path: string, { payer }: { payer: string }): Promise<Bytes | null> {
    const cached = this.#images.get(path);
    if (cached) return cached;
    const making =
      this.#makings.get(path) ?? this.#make(username, path, payer).finally(() => this.#makings.delete(path));
    this.#makings.set(path, making);
    return making;
  }

  drop(path: string): void {
    this.#images.delete(path);
  }

  async #make(username: string, path: string, payer: string): Promise<Bytes | null> {
    const page = await this.#deps.readPage(username);
    if (!page) return null;
    const plan = planOgImage(page);
    const bytes = await this.#deps.artist.draw(() => this.#withPictures(plan), payer);
    if (ogImagePath(plan) === path) this.#images.set(path, bytes);
    return bytes;
  }

  async #withPictures({ avatar, things, ...scene }: OgImageScene<string>): Promise<OgImageScene<Uint8Array>> {
    const read = async (sha256: string | null, file: PictureFile) =>
      sha256 && (await this.#deps.readPicture(sha256, file));
    return {
      ...scene,
      avatar: (await read(avatar, "320.webp")) || null,
      things: await Promise.all(
        things.map(async (thing) => ({ ...thing, picture: (await read(thing.picture, "640.webp")) || null })),
      ),
    };
  }
}
