/**
 * Reports changed pages to a CDN, which may then serve its copies for minutes (page-answer.ts).
 *
 *   commit → changed → half a second of further commits → the pages' addresses
 *   → POST {"files": […]}, 30 at most
 *     again after a pause ↺ until there is an answer, or the copies have expired
 *
 * No commit waits for it. What a killed process has not sent expires at the CDN.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import type { HeldDomains } from "#domains/held-domains";
import type { Alarms } from "#http/alarms";
import { usernameBelow } from "#http/hosts/resolve-host";
import { PURGED_COPY_MAX_S } from "./page-answer.ts";

/** `token`: sent as `Authorization: Bearer`; null for none. */
export type PurgeSettings = { url: string; token: string | null };

/** The server's own address, and the host below which pages have hosts; null for none. */
type Names = { publicUrl: string | null; pageHost: string | null };

type Deps = {
  purge: PurgeSettings;
  names: Names;
  reader: Kysely<Schema>;
  heldDomains: Pick<HeldDomains, "namesOf">;
  alarms: Alarms;
};

/** `username`: null until it is read. `domains`: those of the page when it changed. */
type Change = { atMs: number; username: string | null; domains: readonly string[] };

/** The smallest limit per request of any Cloudflare plan. */
const FILES_AT_ONCE = 30;
const ACCOUNTS_AT_ONCE = 100;
/** Above it the oldest are dropped: their copies expire first. */
const WAITING_AT_MOST = 10_000;
const ALARM_EVERY_MS = 60_000;
/** How long a stop waits for the last purge. */
const CLOSE_WITHIN_MS = 2000;
const TIMES = { gatherMs: 500, answerWithinMs: 5000, firstPauseMs: 1000, longestPauseMs: 60_000 };

export class PagePurger {
  readonly #deps: Deps;
  readonly #times: typeof TIMES;
  readonly #waiting = new Map<string, Change>();
  readonly #closing = new AbortController();
  readonly #closed = new AbortController();
  #running: Promise<void> | null = null;

  constructor(deps: Deps, times: Partial<typeof TIMES> = {}) {
    this.#deps = deps;
    this.#times = { ...TIMES, ...times };
  }

  /** Call it after the commit, but before domains are read again. `username`: of a deleted account. */
  changed(userId: string, username: string | null = null): void {
    const before = this.#waiting.get(userId);
    const domains = [...(before?.domains ?? []), ...this.#deps.heldDomains.namesOf(userId)];
    this.#waiting.delete(userId);
    this.#waiting.set(userId, {
      atMs: Date.now(),
      username: username ?? before?.username ?? null,
      domains: [...new Set(domains)],
    });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > WAITING_AT_MOST && oldest !== undefined) {
      this.#waiting.delete(oldest);
      this.#warn("Too many changed pages wait: the oldest are left to expire.");
    }
    this.#running ??= this.#run().finally(() => void (this.#running = null));
  }

  /** Sends what waits, up to a hundred accounts, within two seconds. */
  async close(): Promise<void> {
    this.#closing.abort();
    const late = setTimeout(() => this.#closed.abort(), CLOSE_WITHIN_MS);
    await this.#running;
    clearTimeout(late);
  }

  async #run(): Promise<void> {
    const { gatherMs, firstPauseMs, longestPauseMs } = this.#times;
    let pauseMs = gatherMs;
    for (;;) {
      const isLast = this.#closing.signal.aborted;
      await sleep(pauseMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
      this.#dropExpired();
      if (this.#waiting.size === 0) return;
      try {
        const hasMore = await this.#sendSome();
        pauseMs = hasMore ? 0 : gatherMs;
      } catch (error) {
        this.#warn(`PURGE_URL: ${String(error)}${causeOf(error)}`);
        pauseMs = pauseMs <= gatherMs ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);
      }
      if (isLast) return;
    }
  }

  async #sendSome(): Promise<boolean> {
    const some = [...this.#waiting].slice(0, ACCOUNTS_AT_ONCE);
    const usernames = await this.#usernamesOf(
      some.flatMap(([id, { username }]) => (username === null ? [id] : [])),
    );
    const pages = some.flatMap(([id, { username, domains }]) => {
      const name = username ?? usernames.get(id);
      const held = new Set([...domains, ...this.#deps.heldDomains.namesOf(id)]);
      return name === undefined ? [] : [addressesOf(this.#deps.names, name, [...held])];
    });
    // A CDN may refuse owners' domains: then only those are left to expire.
    await this.#postAll(pages.flatMap(({ own }) => own));
    await this.#postAll(pages.flatMap(({ onDomains }) => onDomains));
    // A page that has changed since is sent again.
    for (const [id, change] of some) if (this.#waiting.get(id) === change) this.#waiting.delete(id);
    return some.length === ACCOUNTS_AT_ONCE;
  }

  async #usernamesOf(userIds: readonly string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.#deps.reader
      .selectFrom("user")
      .select(["id", "username"])
      .where("id", "in", userIds)
      .execute();
    return new Map(rows.flatMap(({ id, username }) => (username === null ? [] : [[id, username] as const])));
  }

  async #postAll(files: readonly string[]): Promise<void> {
    for (let at = 0; at < files.length; at += FILES_AT_ONCE)
      await this.#post(files.slice(at, at + FILES_AT_ONCE));
  }

  /** A refusal is not repeated: it would hold up all others. */
  async #post(files: readonly string[]): Promise<void> {
    const { url, token } = this.#deps.purge;
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ files }),
      redirect: "error",
      signal: AbortSignal.any([AbortSignal.timeout(this.#times.answerWithinMs), this.#closed.signal]),
    });
    await answer.body?.cancel();
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
      throw new Error(`The answer is ${answer.status}`);
    if (!answer.ok) this.#warn(`PURGE_URL refuses ${files.length} addresses with ${answer.status}.`);
  }

  #dropExpired(): void {
    const expiredFrom = Date.now() - PURGED_COPY_MAX_S * 1000;
    for (const [id, { atMs }] of this.#waiting) {
      if (atMs > expiredFrom) return;
      this.#waiting.delete(id);
    }
  }

  #warn(message: string): void {
    this.#deps.alarms.raise("purge", message, { everyMs: ALARM_EVERY_MS });
  }
}

export function addressesOf(
  { publicUrl, pageHost }: Names,
  username: string,
  domains: readonly string[],
): { own: string[]; onDomains: string[] } {
  if (publicUrl === null) return { own: [], onDomains: [] };
  const { protocol, port } = new URL(publicUrl);
  const at = (host: string) => `${protocol}//${host}${port && `:${port}`}/`;
  const below = `${username.toLowerCase()}.${pageHost}`;
  const hasBelow = usernameBelow(pageHost, below) !== undefined;
  return { own: [`${publicUrl}/${username}`, ...(hasBelow ? [at(below)] : [])], onDomains: domains.map(at) };
}

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
