/** How often a host may be asked, and what its robots.txt forbids. */
import { Refusal } from "@shelv/contract/refusal";
import { LRUCache } from "lru-cache";
import robotsParser from "robots-parser";
import type { Outbound, Wanted } from "#outbound/outbound";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HOSTS_MAX = 20_000;
const ROBOTS_MAX_BYTES = 256 * 1024;

type MayAsk = (url: string) => boolean;
/** Who reads the rules, and until when. */
type Asking = Pick<Wanted, "payer" | "signal">;

/** The first pause after a host did not answer in time. It doubles up to a day. */
const SILENT_PAUSE_MS = 5 * MINUTE_MS;

/**
 * Limits this process to one request per minute for each host, whose `robots.txt` is cached for a day. A host
 * that does not answer gets longer and longer pauses.
 */
export class HostPoliteness {
  readonly #outbound: Outbound;
  readonly #askedAt = new LRUCache<string, number>({ max: HOSTS_MAX });
  readonly #silent = new LRUCache<string, { sinceMs: number; pauseMs: number }>({ max: HOSTS_MAX });
  readonly #rules = new LRUCache<string, Promise<MayAsk | null>>({ max: 2000, ttl: DAY_MS });

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Notes whether the host answered in time. */
  noteAnswer(host: string, { isSilent, nowMs }: { isSilent: boolean; nowMs: number }): void {
    const last = this.#silent.get(host);
    if (!isSilent) this.#silent.delete(host);
    else
      this.#silent.set(host, {
        sinceMs: nowMs,
        pauseMs: last ? Math.min(DAY_MS, last.pauseMs * 2) : SILENT_PAUSE_MS,
      });
  }

  /** The wait until the host may be asked; 0 takes the host's minute. */
  waitMs(host: string, nowMs: number): number {
    const silent = this.#silent.get(host);
    if (silent && nowMs >= silent.sinceMs && nowMs < silent.sinceMs + silent.pauseMs)
      return silent.sinceMs + silent.pauseMs - nowMs;
    const askedAt = this.#askedAt.get(host);
    if (askedAt !== undefined && nowMs - askedAt < MINUTE_MS && nowMs >= askedAt)
      return askedAt + MINUTE_MS - nowMs;
    this.#askedAt.set(host, nowMs);
    return 0;
  }

  /**
   * Whether the site's rules allow a request. Without rules everything is allowed, and the next call asks for
   * them again.
   */
  async mayAsk(url: string, asking: Asking): Promise<boolean> {
    const { origin } = new URL(url);
    let reading = this.#rules.get(origin);
    if (!reading) {
      reading = this.#read(origin, asking);
      this.#rules.set(origin, reading);
    }
    let rules: MayAsk | null = null;
    try {
      rules = await reading;
    } finally {
      if (rules === null) this.#rules.delete(origin);
    }
    return rules?.(url) ?? true;
  }

  /** Reads the rules of a site. Null if the site does not answer, or answers with a server error. */
  async #read(origin: string, asking: Asking): Promise<MayAsk | null> {
    const address = `${origin}/robots.txt`;
    try {
      const { status, bytes } = await this.#outbound.fetch(address, {
        ...asking,
        accept: "text/plain",
        maxBytes: ROBOTS_MAX_BYTES,
      });
      if (status === 429 || status >= 500) return null;
      if (status !== 200) return () => true;
      const robots = robotsParser(address, bytes.toString());
      return (of) => robots.isAllowed(of, this.#outbound.robotName) !== false;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}
