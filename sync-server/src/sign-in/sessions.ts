/**
 * A session is a random token in a cookie; the database stores its hash. Nearly every request reads one, so
 * sessions are also cached in memory, and dropped there on changes.
 */
import { SESSIONS_MAX } from "@shelv/contract/limits/account-limits";
import { LRUCache } from "lru-cache";
import type { Kysely } from "kysely";
import { NO_LIMIT } from "#database/dialect";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";
import type { Session } from "#http/session";
import { hashOfToken, newToken } from "#platform/token";

const DAY_MS = 24 * 60 * 60_000;
export const SESSION_VALID_MS = 60 * DAY_MS;
/** A session ends after this time, however much it is used. */
const SESSION_ENDS_AFTER_MS = 180 * DAY_MS;
const RENEW_AFTER_MS = DAY_MS;
const IN_MEMORY_AT_MOST = 10_000;
/**
 * How long a cached session is trusted if there are other processes. A process may die after changing a
 * session and before announcing it.
 */
const TRUSTED_MS = 5000;

type Known = { session: Session; readAt: number };

export class Sessions {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #isListening: (() => boolean) | null;
  readonly #known = new LRUCache<string, Known>({ max: IN_MEMORY_AT_MOST });
  /** A row read before a drop must not be cached after it. */
  #drops = 0;

  /**
   * `isListening`: whether this process is notified at once of sessions that another one ends; null for a
   * process alone.
   */
  constructor(db: Database, now: () => Date, isListening: (() => boolean) | null = null) {
    this.#db = db;
    this.#now = now;
    this.#isListening = isListening;
  }

  async find(token: string): Promise<Session | null> {
    const tokenHash = hashOfToken(token);
    const session = this.#cached(tokenHash) ?? (await this.#read(tokenHash));
    return session && this.#isOver(session) ? null : session;
  }

  /** Whether the session is live by the database: another process may have ended it a moment ago. */
  async isLive({ tokenHash }: Session): Promise<boolean> {
    const session = await this.#read(tokenHash);
    return session !== null && !this.#isOver(session);
  }

  /** No renewal was recent, or the session ends later than possible, by a clock that ran ahead. */
  isDue(session: Session): boolean {
    const laterMs = this.#renewedUntil(session) - session.expiresAt;
    return laterMs >= RENEW_AFTER_MS || laterMs <= -RENEW_AFTER_MS;
  }

  async renew(session: Session): Promise<void> {
    session.createdAt = Math.min(session.createdAt, this.#now().getTime());
    session.expiresAt = this.#renewedUntil(session);
    await this.#db.writer
      .updateTable("session")
      .set({ created_at: session.createdAt, expires_at: session.expiresAt })
      .where("token_hash", "=", session.tokenHash)
      .execute();
  }

  async end(tokenHash: string): Promise<void> {
    await this.#db.writer.deleteFrom("session").where("token_hash", "=", tokenHash).execute();
    this.forget((session) => session.tokenHash === tokenHash);
  }

  /** Those that end first of an account that has more than `SESSIONS_MAX` with this new one. */
  async tooManyBeside(token: string, userId: string): Promise<string[]> {
    const rows = await this.#db.reader
      .selectFrom("session")
      .select("token_hash as tokenHash")
      .where("user_id", "=", userId)
      .where("token_hash", "!=", hashOfToken(token))
      // Use renews it.
      .orderBy("expires_at", "desc")
      .limit(NO_LIMIT)
      .offset(SESSIONS_MAX - 1)
      .execute();
    return rows.map(({ tokenHash }) => tokenHash);
  }

  forget(isStale: (session: Session) => boolean): void {
    this.#drops += 1;
    for (const [key, { session }] of this.#known.entries()) if (isStale(session)) this.#known.delete(key);
  }

  /** A username may have been chosen at another process a moment ago: the next request needs it. */
  #cached(tokenHash: string): Session | undefined {
    const known = this.#known.get(tokenHash);
    if (!known || this.#isListening === null) return known?.session;
    const isTrusted =
      this.#isListening() &&
      known.session.username !== null &&
      Math.abs(this.#now().getTime() - known.readAt) < TRUSTED_MS;
    return isTrusted ? known.session : undefined;
  }

  #renewedUntil({ createdAt }: Session): number {
    return Math.min(this.#now().getTime() + SESSION_VALID_MS, createdAt + SESSION_ENDS_AFTER_MS);
  }

  #isOver({ expiresAt, createdAt }: Session): boolean {
    return Math.min(expiresAt, createdAt + SESSION_ENDS_AFTER_MS) <= this.#now().getTime();
  }

  async #read(tokenHash: string): Promise<Session | null> {
    const [dropsBefore, readAt] = [this.#drops, this.#now().getTime()];
    const session = await this.#db.reader
      .selectFrom("session")
      .innerJoin("user", "user.id", "session.user_id")
      .select([
        "token_hash as tokenHash",
        "user_id as userId",
        "email",
        "username",
        "session.created_at as createdAt",
        "expires_at as expiresAt",
      ])
      .where("token_hash", "=", tokenHash)
      .executeTakeFirst();
    if (!session) return null;
    if (dropsBefore === this.#drops) this.#known.set(tokenHash, { session, readAt });
    return session;
  }
}

export async function createSession(trx: Kysely<Schema>, userId: string, now: Date): Promise<string> {
  const token = newToken();
  const times = { created_at: now.getTime(), expires_at: now.getTime() + SESSION_VALID_MS };
  await trx
    .insertInto("session")
    .values({ token_hash: hashOfToken(token), user_id: userId, ...times })
    .execute();
  return token;
}
