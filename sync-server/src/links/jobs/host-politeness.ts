import { Refusal } from "@shelv/contract/refusal";
import { LRUCache } from "lru-cache";
import type { PageReader } from "#links/details/page-reader";
import type { Outbound, Wanted } from "#outbound/outbound";
import { ROBOTS_MAX_BYTES } from "#outbound/robots-rules";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HOSTS_MAX = 20_000;
const RULES_MAX_CHARACTERS = 8 * 1024 * 1024;

/** Null if they could not be read within the limits. */
type Rules = { text: string | null };
type Asking = Pick<Wanted, "payer" | "signal">;
type OwnersLink = { url: string; user_id: string };

/** The backoff's first pause; it doubles up to a day. */
const SILENT_PAUSE_MS = 5 * MINUTE_MS;

/**
 * One request per minute and process for each host, whose `robots.txt` is cached for a day. Payers take turns
 * at a host's minutes. A silent host gets an exponential backoff, only for the payer and at that scheme and
 * port: anyone can make an address that never answers, or a redirect to one. After an answer such as 429, the
 * minute is the pause.
 */
export class HostPoliteness {
  readonly #outbound: Outbound;
  readonly #reader: PageReader;
  readonly #askedAt = new LRUCache<string, number>({ max: HOSTS_MAX });
  /** The last turn of each payer at each host. */
  readonly #turnAt = new LRUCache<string, number>({ max: HOSTS_MAX });
  readonly #silent = new LRUCache<string, { sinceMs: number; pauseMs: number }>({ max: HOSTS_MAX });
  readonly #rules = new LRUCache<string, Rules, Asking>({
    max: HOSTS_MAX,
    maxSize: RULES_MAX_CHARACTERS,
    sizeCalculation: ({ text }, origin) => origin.length + (text ?? "").length,
    ttl: DAY_MS,
    fetchMethod: (origin, _, { context }) => this.#read(origin, context),
  });

  constructor(outbound: Outbound, reader: PageReader) {
    this.#outbound = outbound;
    this.#reader = reader;
  }

  noteAnswer(link: OwnersLink, { isSilent, nowMs }: { isSilent: boolean; nowMs: number }): void {
    this.#askedAt.set(hostOf(link), nowMs);
    const key = atOrigin(link);
    const last = this.#silent.get(key);
    if (!isSilent) this.#silent.delete(key);
    else
      this.#silent.set(key, {
        sinceMs: nowMs,
        pauseMs: last ? Math.min(DAY_MS, last.pauseMs * 2) : SILENT_PAUSE_MS,
      });
  }

  /** How long each link waits until its host may be asked; 0 takes the host's minute. */
  waitsMs<T extends OwnersLink>(links: readonly T[], nowMs: number): Map<T, number> {
    const turnAt = (link: T) => this.#turnAt.get(atHost(link)) ?? -Infinity;
    const inTurn = links.toSorted((a, b) => turnAt(a) - turnAt(b));
    return new Map(inTurn.map((link) => [link, this.#waitMs(link, nowMs)]));
  }

  #waitMs(link: OwnersLink, nowMs: number): number {
    const silent = this.#silent.get(atOrigin(link));
    if (silent && nowMs >= silent.sinceMs && nowMs < silent.sinceMs + silent.pauseMs)
      return silent.sinceMs + silent.pauseMs - nowMs;
    const host = hostOf(link);
    const askedAt = this.#askedAt.get(host);
    if (askedAt !== undefined && nowMs - askedAt < MINUTE_MS && nowMs >= askedAt)
      return askedAt + MINUTE_MS - nowMs;
    this.#askedAt.set(host, nowMs);
    this.#turnAt.set(atHost(link), nowMs);
    return 0;
  }

  /**
   * Without an answer everything is allowed, and the next call asks for the rules again. Rules that cannot be
   * read within the limits allow nothing for a day.
   */
  async mayAsk(url: string, asking: Asking): Promise<boolean> {
    const { origin, pathname, search } = new URL(url);
    const rules = await this.#rules.fetch(origin, { context: asking });
    if (!rules) return true;
    if (rules.text === null) return false;
    const mayFetch = await orTooMuch(this.#reader.mayFetch(rules.text, pathname + search, asking.payer));
    if (mayFetch === null) this.#rules.set(origin, { text: null });
    return mayFetch ?? false;
  }

  /** Undefined if the site does not answer, or answers with 429 or a server error. */
  async #read(origin: string, asking: Asking): Promise<Rules | undefined> {
    try {
      await using answer = await this.#outbound.fetch(`${origin}/robots.txt`, {
        ...asking,
        accept: "text/plain",
        maxBytes: ROBOTS_MAX_BYTES,
      });
      const { status, file } = answer;
      if (status === 429 || status >= 500) return undefined;
      if (status !== 200) return { text: "" };
      return {
        text: await orTooMuch(this.#reader.robotsRules(file.path, this.#outbound.robotName, asking.payer)),
      };
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

const hostOf = ({ url }: OwnersLink) => new URL(url).hostname;
const atHost = (link: OwnersLink) => `${hostOf(link)} ${link.user_id}`;
const atOrigin = ({ url, user_id }: OwnersLink) => `${new URL(url).origin} ${user_id}`;

/** Null for a text that has ended the reader's process. */
async function orTooMuch<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refusal && error.code === "link-too-large") return null;
    throw error;
  }
}
