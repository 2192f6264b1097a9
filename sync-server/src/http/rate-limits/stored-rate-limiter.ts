import { RateLimiterRes } from "rate-limiter-flexible";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { Database } from "#database/open-database";

type Counted = { points: number; expires_at: number };
type KeptRateLimiterOptions = {
  db: Database;
  now: () => Date;
  keyPrefix: string;
  points: number;
  duration: number;
};

/**
 * rate-limiter-flexible on our tables and clock. Its own SQLite store needs the raw handle: a count written
 * during an open transaction would be lost with its rollback, and a second connection would block the
 * process.
 */
export class StoredRateLimiter extends RateLimiterStoreAbstract {
  readonly #db: Database;
  readonly #now: () => Date;

  constructor({ db, now, ...options }: KeptRateLimiterOptions) {
    super({ storeClient: db, ...options });
    this.#db = db;
    this.#now = now;
  }

  /** `isForced` always starts a new count. */
  async _upsert(key: string, points: number, durationMs: number, isForced = false): Promise<Counted> {
    const now = this.#now().getTime();
    // A refund of an expired count is no credit.
    const fresh = { points: Math.max(points, 0), expires_at: now + durationMs };
    return this.#db.writer
      .insertInto("rate_limit")
      .values({ key, ...fresh })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => {
          // A later end than possible comes from a clock that ran ahead.
          const runs = isForced
            ? eb.val(false)
            : eb.between("rate_limit.expires_at", now + 1, now + durationMs);
          return {
            points: eb
              .case()
              .when(runs)
              .then(eb("rate_limit.points", "+", points))
              .else(fresh.points)
              .end(),
            expires_at: eb
              .case()
              .when(runs)
              .then(eb.ref("rate_limit.expires_at"))
              .else(fresh.expires_at)
              .end(),
          };
        }),
      )
      .returning(["points", "expires_at"])
      .executeTakeFirstOrThrow();
  }

  async _get(key: string): Promise<Counted | null> {
    const now = this.#now().getTime();
    const counted = await this.#db.reader
      .selectFrom("rate_limit")
      .select(["points", "expires_at"])
      .where("key", "=", key)
      .where("expires_at", ">", now)
      .where("expires_at", "<=", now + this.msDuration)
      .executeTakeFirst();
    return counted ?? null;
  }

  async _delete(key: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db.writer
      .deleteFrom("rate_limit")
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  _getRateLimiterRes(_key: string, changed: number, { points, expires_at }: Counted): RateLimiterRes {
    const remaining = Math.max(this.points - points, 0);
    return new RateLimiterRes(
      remaining,
      Math.max(expires_at - this.#now().getTime(), 0),
      points,
      points === changed,
    );
  }
}
