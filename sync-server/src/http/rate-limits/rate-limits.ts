import { TooMany } from "@shelv/contract/refusal";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { StoredRateLimiter } from "./stored-rate-limiter.ts";
import type { Database } from "#database/open-database";
import { type Limit, type LimitName, LIMITS } from "./limits.ts";

/** Counted by an id or a hash, never a plain address. `leavesFree`: points left for others. */
export type Taken = readonly [limit: LimitName, whom: string, leavesFree?: number];

export class RateLimits {
  readonly #limiterOf: (limit: LimitName) => RateLimiterAbstract;

  constructor(db: Database, now: () => Date) {
    const limiters = new Map<string, RateLimiterAbstract>();
    for (const [keyPrefix, { points, perS, isInMemory }] of Object.entries<Limit>(LIMITS)) {
      const options = { keyPrefix, points, duration: perS };
      limiters.set(
        keyPrefix,
        isInMemory ? new RateLimiterMemory(options) : new StoredRateLimiter({ db, now, ...options }),
      );
    }
    this.#limiterOf = (limit) => limiters.get(limit) as RateLimiterAbstract;
  }

  /**
   * One from each, or refuses with the time to wait. A refusal takes and writes nothing, and does not extend
   * the wait.
   */
  async take(...taken: Taken[]): Promise<void> {
    await this.takeMany(1, ...taken);
  }

  /** Takes all, or none. */
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

  /** Refunds only after a failure that used nothing of the protected resource. */
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

  /** Recently. */
  async isCounted([limit, whom]: Taken): Promise<boolean> {
    return ((await this.#limiterOf(limit).get(whom))?.consumedPoints ?? 0) > 0;
  }

  async isUsedUp(taken: Taken): Promise<boolean> {
    return (await this.#waitMs(taken, 1)) > 0;
  }

  async giveBack(...taken: Taken[]): Promise<void> {
    for (const [limit, whom] of taken) await this.#limiterOf(limit).reward(whom);
  }

  async #waitMs([limit, whom, leavesFree = 0]: Taken, count: number): Promise<number> {
    const counted = await this.#limiterOf(limit).get(whom);
    return counted && counted.consumedPoints + count > LIMITS[limit].points - leavesFree
      ? counted.msBeforeNext
      : 0;
  }
}

export const keysOfLimits = (whom: string): string[] =>
  Object.keys(LIMITS).map((limit) => `${limit}:${whom}`);
