import { TooMany } from "@shelv/contract/refusal";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { Database } from "#database/open-database";
import { type Limit, type LimitName, LIMITS } from "./limits.ts";
import { MemoryRateLimiter } from "./memory-rate-limiter.ts";

/** `whom`: an id or a hash, never a plain address. `leavesFree`: points left for others. */
export type Taken = readonly [limit: LimitName, whom: string, leavesFree?: number];

type OfNetworks<Limit> = Limit extends `${infer Name}-by-site` ? Name : never;

/** A point of each: one client may have a block, which has 65,536 networks. */
export const takenByNetworks = (
  limit: OfNetworks<LimitName>,
  { network, site, block }: { network: string; site: string; block: string },
): Taken[] => [
  [`${limit}-by-network`, network],
  [`${limit}-by-site`, site],
  [`${limit}-by-block`, block],
];

type Limiter = Pick<RateLimiterAbstract, "get" | "consume" | "penalty" | "reward">;

export class RateLimits {
  readonly #limiters = new Map<string, MemoryRateLimiter | StoredRateLimiter>();

  readonly #limits: Readonly<Record<LimitName, Limit>>;

  /** `onTakenInMemory`: called with points that only this process has counted. */
  constructor(
    db: Database,
    now: () => Date,
    onTakenInMemory: (taken: Taken, points: number) => void = () => {},
    limits: Readonly<Record<LimitName, Limit>> = LIMITS,
  ) {
    this.#limits = limits;
    for (const [name, { points, perS, isInMemory }] of Object.entries<Limit>(limits)) {
      const options = { now, points, duration: perS };
      this.#limiters.set(
        name,
        isInMemory
          ? new MemoryRateLimiter({
              ...options,
              onTaken: (whom, taken) => onTakenInMemory([name as LimitName, whom], taken),
            })
          : new StoredRateLimiter({ db, keyPrefix: name, ...options }),
      );
    }
  }

  addTaken([limit, whom]: Taken, points: number): void {
    const limiter = this.#limiters.get(limit);
    if (limiter instanceof MemoryRateLimiter) limiter.add(whom, points);
  }

  /**
   * One point from each limit, or refuses with the time to wait. A refusal takes and writes nothing, and does
   * not extend the wait.
   */
  async take(...taken: Taken[]): Promise<void> {
    await this.takeMany(1, ...taken);
  }

  /** From each limit, or from none. */
  async takeMany(count: number, ...taken: Taken[]): Promise<void> {
    const waits = await Promise.all(taken.map((one) => this.#waitMs(one, count)));
    const longest = Math.max(...waits);
    if (longest > 0) throw new TooMany(longest);
    for (const [at, [limit, whom]] of taken.entries()) {
      try {
        await this.#limiterOf(limit).consume(whom, count);
      } catch (reason) {
        // Parallel requests exceeded the limit by one, which is refunded.
        for (const [limit, whom] of taken.slice(0, at + 1)) await this.#limiterOf(limit).reward(whom, count);
        throw reason instanceof RateLimiterRes ? new TooMany(reason.msBeforeNext) : reason;
      }
    }
  }

  /** Refuses if nothing is left; takes nothing. */
  async mustHaveLeft(...taken: Taken[]): Promise<void> {
    const longest = Math.max(...(await Promise.all(taken.map((one) => this.#waitMs(one, 1)))));
    if (longest > 0) throw new TooMany(longest);
  }

  /** For something that has happened, even beyond the limit. */
  async charge(points: number, [limit, whom]: Taken): Promise<void> {
    await this.#limiterOf(limit).penalty(whom, points);
  }

  /** Refunds the point only after a failure that used nothing of the protected resource. */
  async takeFor<T>(
    taken: Taken[],
    work: () => Promise<T>,
    { givesBackAfter }: { givesBackAfter: (error: unknown) => boolean },
  ): Promise<T> {
    await this.take(...taken);
    try {
      return await work();
    } catch (error) {
      if (givesBackAfter(error)) await this.giveBack(...taken);
      throw error;
    }
  }

  async isCounted(taken: Taken): Promise<boolean> {
    return (await this.countOf(taken)) > 0;
  }

  async countOf([limit, whom]: Taken): Promise<number> {
    return (await this.#limiterOf(limit).get(whom))?.consumedPoints ?? 0;
  }

  pointsOf(limit: LimitName): number {
    return this.#limits[limit].points;
  }

  async isUsedUp(taken: Taken): Promise<boolean> {
    return (await this.#waitMs(taken, 1)) > 0;
  }

  async giveBack(...taken: Taken[]): Promise<void> {
    for (const [limit, whom] of taken) await this.#limiterOf(limit).reward(whom);
  }

  #limiterOf(limit: LimitName): Limiter {
    return this.#limiters.get(limit) as Limiter;
  }

  async #waitMs([limit, whom, leavesFree = 0]: Taken, count: number): Promise<number> {
    const counted = await this.#limiterOf(limit).get(whom);
    return counted && counted.consumedPoints + count > this.pointsOf(limit) - leavesFree
      ? counted.msBeforeNext
      : 0;
  }
}

export const keysOfLimits = (whom: string): string[] =>
  Object.keys(LIMITS).map((limit) => `${limit}:${whom}`);

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
class StoredRateLimiter extends RateLimiterStoreAbstract {
  readonly #db: Database;
  readonly #now: () => Date;

  constructor({ db, now, ...options }: KeptRateLimiterOptions) {
    super({ storeClient: db, ...options });
    this.#db = db;
    this.#now = now;
  }

  async _upsert(key: string, points: number, durationMs: number, isForced = false): Promise<Counted> {
    const now = this.#now().getTime();
    // A refund of an expired count is not a credit.
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
