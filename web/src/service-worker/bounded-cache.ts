import { isOurs } from "@shelv/contract/answer-origin";
import { type Bounds, beyondBounds } from "./beyond-bounds.ts";
import { ownIn } from "./own-answers.ts";

/** A cache of the browser's that never weighs more than it may, and holds only answers of ours: after each entry the oldest go. */
export class BoundedCache {
  readonly #name: string;
  readonly #bounds: Bounds;
  /** What is stored does not change, so each is weighed once in the worker's life. */
  readonly #weights = new Map<string, Promise<number>>();

  constructor(name: string, bounds: Bounds) {
    this.#name = name;
    this.#bounds = bounds;
  }

  async match(url: string): Promise<Response | undefined> {
    return ownIn(await this.#open(), url);
  }

  /** Oldest first. */
  async urls(): Promise<string[]> {
    return (await (await this.#open()).keys()).map(({ url }) => url);
  }

  /** As the newest, also where it was there before. What is not ours is not stored, nor what alone is too heavy, rather than in the place of all others. */
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
    await Promise.all(beyondBounds(stored, this.#bounds).map((key) => this.delete(key)));
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

/** What an answer says of its length holds for what is sent, so it is believed only where nothing was compressed. */
async function weightOf(response: Response): Promise<number> {
  const said = response.headers.has("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
  return said > 0 ? said : (await response.blob()).size;
}
