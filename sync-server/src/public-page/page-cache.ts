/**
 * Pages that were asked for lately, as ready bytes, bounded by what they weigh. A change of the owner's drops the page
 * after its commit, and a page that shows counts or a trial's looks has an end of its own; the next visitor has it made anew.
 *
 * The one danger is a page that was read before a change and would be stored after the drop: it would stay wrong until
 * the next change. So a making that a drop overtakes is marked: those who wait for it get it (they asked before the
 * change was answered), it is not stored, and nobody new waits for it.
 */
import { LRUCache } from "lru-cache";
import { type ReadyPage, sizeOf } from "./ready-page.ts";

export type PageSource = {
  /** Whose page it is; null where there is nobody. */
  findOwner(usernameKey: string): Promise<string | null>;
  /** Reads and renders. Starts reading after `findOwner` has answered. */
  make(usernameKey: string): Promise<ReadyPage | null>;
  /** The same page in fewer bytes, for more work than a page is worth that changes again at once. */
  refine(page: ReadyPage): Promise<ReadyPage>;
};

type Making = { ownerId: string | null; isOvertaken: boolean; page: Promise<ReadyPage | null> };
type Kept = { ownerId: string; page: ReadyPage; madeAtMs: number; isRefined: boolean };

/** Another process may change an account (the plan command), and drops nothing here. */
const KEPT_AT_MOST_MS = 60_000;
/** Who asks for a page this long after it was made has it refined for those who come next. */
const REFINED_AFTER_MS = 1000;

export class PageCache {
  readonly #source: PageSource;
  readonly #kept: LRUCache<string, Kept>;
  readonly #keyOfOwner = new Map<string, string>();
  readonly #makings = new Map<string, Making>();

  readonly #now: () => Date;
  #isRefining = false;

  /** `onGone` hears of a page that is kept no longer; not of one that was made anew because its time had come. */
  constructor(
    source: PageSource,
    {
      maxBytes,
      now,
      onGone = () => {},
    }: { maxBytes: number; now: () => Date; onGone?: (page: ReadyPage) => void },
  ) {
    this.#source = source;
    this.#now = now;
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page }) => sizeOf(page),
      dispose: ({ ownerId, page }, _key, reason) => {
        if (reason === "set") return;
        this.#keyOfOwner.delete(ownerId);
        onGone(page);
      },
    });
  }

  /** The page of a username in whatever case; null where there is nobody. A hit asks the database nothing. */
  async get(username: string): Promise<ReadyPage | null> {
    const key = username.toLowerCase();
    return this.kept(key) ?? (this.#makings.get(key) ?? this.#startMaking(key)).page;
  }

  /** The page if it is here and still holds; its name in whatever case. */
  kept(username: string): ReadyPage | undefined {
    const key = username.toLowerCase();
    const kept = this.#kept.get(key);
    const nowMs = this.#now().getTime();
    if (
      !kept ||
      nowMs >= Math.min(kept.madeAtMs + KEPT_AT_MOST_MS, kept.page.validUntilMs ?? Number.POSITIVE_INFINITY)
    )
      return undefined;
    if (!kept.isRefined && !this.#isRefining && nowMs >= kept.madeAtMs + REFINED_AFTER_MS)
      void this.#refine(key, kept);
    return kept.page;
  }

  /** One at a time, and for nobody to wait for. What was dropped meanwhile stays dropped. */
  async #refine(key: string, kept: Kept): Promise<void> {
    this.#isRefining = true;
    try {
      const page = await this.#source.refine(kept.page);
      if (this.#kept.peek(key) === kept) this.#kept.set(key, { ...kept, page, isRefined: true });
    } finally {
      this.#isRefining = false;
    }
  }

  /** To be called after each commit that changed what the owner's page shows. */
  drop(ownerId: string): void {
    const key = this.#keyOfOwner.get(ownerId);
    if (key !== undefined) this.#kept.delete(key);
    for (const [makingKey, making] of this.#makings) {
      if (making.ownerId !== ownerId) continue;
      making.isOvertaken = true;
      this.#makings.delete(makingKey);
    }
  }

  #startMaking(key: string): Making {
    const making: Making = { ownerId: null, isOvertaken: false, page: Promise.resolve(null) };
    making.page = this.#make(key, making).finally(() => {
      if (this.#makings.get(key) === making) this.#makings.delete(key);
    });
    this.#makings.set(key, making);
    return making;
  }

  async #make(key: string, making: Making): Promise<ReadyPage | null> {
    const ownerId = await this.#source.findOwner(key);
    if (ownerId === null) return null;
    // From here on a drop finds this making. What came before it is committed, and will be read.
    making.ownerId = ownerId;
    const madeAtMs = this.#now().getTime();
    const page = await this.#source.make(key);
    if (!page || making.isOvertaken) return page;
    // Where nothing has changed, what was refined for the page before is as good for this one.
    const before = this.#kept.peek(key);
    const isRefined = before?.isRefined === true && before.page.hash === page.hash;
    const kept = {
      ownerId,
      page: isRefined ? { ...page, brotli: before.page.brotli } : page,
      madeAtMs,
      isRefined,
    };
    this.#keyOfOwner.set(ownerId, key);
    this.#kept.set(key, kept);
    return kept.page;
  }
}
