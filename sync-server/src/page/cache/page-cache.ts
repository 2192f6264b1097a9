/**
 * Pages as ready bytes, limited by size. An owner's commit drops the page; one with counts or a trial's look
 * expires. A drop marks a running build, whose page only the requests that already wait get.
 */
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { DatabaseGone } from "#database/errors";
import { type RenderedPage, sizeOf } from "./rendered-page.ts";

export type PageSource = {
  findOwner(usernameKey: string): Promise<string | null>;
  /** Called once `findOwner` has answered. */
  make(usernameKey: string): Promise<RenderedPage | null>;
};

/**
 * `isOvertaken`: a page read before a change and cached after its drop would stay wrong until the next
 * change.
 */
type Making = { ownerId: string | null; isOvertaken: boolean; page: Promise<RenderedPage | null> };
type CachedPage = { ownerId: string; page: RenderedPage; madeAtMs: number };

/** On SQLite, a command (plan, suspend) changes an account without a drop. */
const VALID_AT_MOST_MS = 60_000;
/** While the database does not answer, an old page is better than none. */
const OUTAGE_VALID_MS = 10 * 60_000;

export class PageCache {
  readonly #source: PageSource;
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #keyOfOwner = new Map<string, string>();
  readonly #makings = new Map<string, Making>();

  readonly #now: () => Date;
  readonly #isListening: () => boolean;
  #lastTurn: Promise<unknown> = Promise.resolve();

  /**
   * `onGone`: when a page leaves the cache, but not when it is rebuilt for its age. `isListening`: whether
   * other processes' commits are reported at once.
   */
  constructor(
    source: PageSource,
    {
      maxBytes,
      now,
      onGone = () => {},
      isListening = () => true,
    }: {
      maxBytes: number;
      now: () => Date;
      onGone?: (page: RenderedPage) => void;
      isListening?: () => boolean;
    },
  ) {
    this.#source = source;
    this.#now = now;
    this.#isListening = isListening;
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page }) => sizeOf(page),
      dispose: ({ ownerId, page }, _key, reason) => {
        if (reason === "set") return;
        this.#keyOfOwner.delete(ownerId);
        onGone(page);
      },
    });
  }

  /** Null if there is no such user. Upper and lower case are the same. A hit makes no query. */
  async get(username: string): Promise<RenderedPage | null> {
    const key = username.toLowerCase();
    const cached = this.cached(key);
    if (cached) return cached;
    try {
      return await (this.#makings.get(key) ?? this.#startMaking(key)).page;
    } catch (error) {
      const last = error instanceof DatabaseGone ? this.#pages.peek(key) : undefined;
      if (!last || this.#now().getTime() >= last.madeAtMs + OUTAGE_VALID_MS) throw error;
      return { ...last.page, mayBeOutdated: true };
    }
  }

  cached(username: string): RenderedPage | undefined {
    const key = username.toLowerCase();
    const cached = this.#pages.get(key);
    if (!cached || !this.#isListening()) return undefined;
    const { page, madeAtMs } = cached;
    const validUntilMs = Math.min(madeAtMs + VALID_AT_MOST_MS, page.validUntilMs ?? Number.POSITIVE_INFINITY);
    return this.#now().getTime() < validUntilMs ? page : undefined;
  }

  /** Its callers are in CONTRIBUTING. */
  drop(ownerId: string): void {
    const key = this.#keyOfOwner.get(ownerId);
    if (key !== undefined) this.#pages.delete(key);
    for (const [makingKey, making] of this.#makings) {
      if (making.ownerId !== ownerId) continue;
      making.isOvertaken = true;
      this.#makings.delete(makingKey);
    }
  }

  /** When commits may have been missed. */
  clear(): void {
    for (const ownerId of this.#keyOfOwner.keys()) this.drop(ownerId);
    for (const making of this.#makings.values()) making.isOvertaken = true;
    this.#makings.clear();
  }

  #startMaking(key: string): Making {
    const making: Making = { ownerId: null, isOvertaken: false, page: Promise.resolve(null) };
    making.page = this.#make(key, making).finally(() => {
      if (this.#makings.get(key) === making) this.#makings.delete(key);
    });
    this.#makings.set(key, making);
    return making;
  }

  async #make(key: string, making: Making): Promise<RenderedPage | null> {
    const ownerId = await this.#source.findOwner(key);
    if (ownerId === null) return null;
    // From here on a drop finds this build; earlier changes are committed, and will be read.
    making.ownerId = ownerId;
    // A build takes some ms, and many requests may wait: each is built in its own turn of the event loop.
    await (this.#lastTurn = this.#lastTurn.then(() => setImmediate()));
    const madeAtMs = this.#now().getTime();
    const page = await this.#source.make(key);
    if (!page) return null;
    // A CDN is notified of the change before it gets this answer.
    if (making.isOvertaken) return { ...page, mayBeOutdated: true };
    this.#keyOfOwner.set(ownerId, key);
    this.#pages.set(key, { ownerId, page, madeAtMs });
    return page;
  }
}
