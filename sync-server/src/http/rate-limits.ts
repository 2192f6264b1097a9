import { TooMany } from "@shelv/contract/refusal";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { KeptRateLimiter } from "#database/kept-rate-limiter";
import type { Database } from "#database/open-database";
import { type Limit, type LimitName, LIMITS } from "./limits.ts";

/** One limit, and whom it counts: an id or a hash, never an address as it is. `keepsFree`: how many points this one leaves for others. */
export type Taken = readonly [limit: LimitName, whom: string, keepsFree?: number];

export class RateLimits {
  readonly #limiterOf: (limit: LimitName) => RateLimiterAbstract;

  constructor(db: Database, now: () => Date) {
    const limiters = new Map<string, RateLimiterAbstract>();
    for (const [keyPrefix, { points, perS, isInMemory }] of Object.entries<Limit>(LIMITS)) {
      const options = { keyPrefix, points, duration: perS };
      limiters.set(
        keyPrefix,
        isInMemory ? new RateLimiterMemory(options) : new KeptRateLimiter({ db, now, ...options }),
      );
    }
    this.#limiterOf = (limit) => limiters.get(limit) as RateLimiterAbstract;
  }

  /**
   * Takes one from each limit, or refuses with the time to wait. What is refused takes nothing, so that knocking on a
   * closed door writes nothing and keeps nobody out any longer.
   */
  async take(...taken: Taken[]): Promise<void> {
    await this.takeMany(1, ...taken);
  }

  /** The same of so many at once: all of them, or none. */
  async takeMany(count: number, ...taken: Taken[]): Promise<void> {
    const waits = await Promise.all(taken.map((one) => this.#waitMs(one, count)));
    const longest = Math.max(...waits);
    if (longest > 0) throw new TooMany(longest);
    for (const [at, [limit, whom]] of taken.entries()) {
      try {
        await this.#limiterOf(limit).consume(whom, count);
      } catch (reason) {
        // Of several that came at the same time, one too many. It was counted nevertheless.
        for (const [limit, whom] of taken.slice(0, at + 1)) await this.#limiterOf(limit).reward(whom, count);
        throw reason instanceof RateLimiterRes ? new TooMany(reason.msBeforeNext) : reason;
      }
    }
  }

  /** Refuses where nothing is left, and takes nothing. */
  async mustHaveLeft(...taken: Taken[]): Promise<void> {
    const longest = Math.max(...(await Promise.all(taken.map((one) => this.#waitMs(one, 1)))));
    if (longest > 0) throw new TooMany(longest);
  }

  /** Takes for what has happened already, also more than there is. */
  async charge(points: number, [limit, whom]: Taken): Promise<void> {
    await this.#limiterOf(limit).penalty(whom, points);
  }

  /** Takes and does the work. Gives back after such a failure alone as used up nothing of what the limits protect. */
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

  /** Whether this has been counted at all lately. */
  async isCounted([limit, whom]: Taken): Promise<boolean> {
    return ((await this.#limiterOf(limit).get(whom))?.consumedPoints ?? 0) > 0;
  }

  /** Whether nothing could be taken now. */
  async isUsedUp(taken: Taken): Promise<boolean> {
    return (await this.#waitMs(taken, 1)) > 0;
  }

  async giveBack(...taken: Taken[]): Promise<void> {
    for (const [limit, whom] of taken) await this.#limiterOf(limit).reward(whom);
  }

  async #waitMs([limit, whom, keepsFree = 0]: Taken, count: number): Promise<number> {
    const counted = await this.#limiterOf(limit).get(whom);
    return counted && counted.consumedPoints + count > LIMITS[limit].points - keepsFree
      ? counted.msBeforeNext
      : 0;
  }
}

/** Under what the limits of somebody stand in the database. */
export const keysOfLimits = (whom: string): string[] =>
  Object.keys(LIMITS).map((limit) => `${limit}:${whom}`);
