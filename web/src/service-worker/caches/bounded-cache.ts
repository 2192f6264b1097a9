import { isOurs } from "@shelv/contract/answer-origin";
import { ownIn } from "./own-answers.ts";

/** Only our server's answers; evicts the oldest. */
export class BoundedCache {
  readonly #name: string;
  readonly #bounds: Bounds;
  readonly #weights = new Map<string, Promise<number>>();

  constructor(name: string, bounds: Bounds) {
    this.#name = name;
    this.#bounds = bounds;
  }

  async match(url: string): Promise<Response | undefined> {
    return ownIn(await this.#open(), url);
  }

  async urls(): Promise<string[]> {
    return (await (await this.#open()).keys()).map(({ url }) => url);
  }

  /** As the newest. Skips foreign answers, and those larger than the whole cache. */
  async put(url: string, response: Response): Promise<void> {
    if (!isOurs(response)) return;
    const bytes = await weightOf(response.clone());
    if (bytes > this.#bounds.bytes) return;
    const cache = await this.#open();
    await this.delete(url);
    await cache.put(url, response);
    this.#weights.set(url, Promise.resolve(bytes));
    const stored = await Promise.all(
      (await this.urls()).map(async (key) => ({ key, bytes: await this.#weightOf(key) })),
    );
    await Promise.all(keysToEvict(stored, this.#bounds).map((key) => this.delete(key)));
  }

  async delete(url: string): Promise<void> {
    this.#weights.delete(url);
    await (await this.#open()).delete(url);
  }

  #open = (): Promise<Cache> => caches.open(this.#name);

  #weightOf(url: string): Promise<number> {
    const known =
      this.#weights.get(url) ??
      this.#open()
        .then((cache) => cache.match(url))
        .then((response) => (response ? weightOf(response) : 0));
    this.#weights.set(url, known);
    return known;
  }
}

/** `Content-Length` counts transferred bytes, so it is right only for uncompressed answers. */
async function weightOf(response: Response): Promise<number> {
  const declared = response.headers.has("Content-Encoding")
    ? 0
    : Number(response.headers.get("Content-Length"));
  return declared > 0 ? declared : (await response.blob()).size;
}

type Bounds = { entries: number; bytes: number };

/** `stored`: oldest first. */
export function keysToEvict<K>(stored: readonly { key: K; bytes: number }[], bounds: Bounds): K[] {
  const dropped: K[] = [];
  let entries = 0;
  let bytes = 0;
  for (const entry of stored.toReversed()) {
    entries += 1;
    bytes += entry.bytes;
    if (entries > bounds.entries || bytes > bounds.bytes) dropped.push(entry.key);
  }
  return dropped;
}
