import { RateLimiterRes } from "rate-limiter-flexible";

type Counted = { points: number; endsAt: number };

type Options = {
  points: number;
  duration: number;
  now: () => Date;
  onTaken?: (key: string, points: number) => void;
};

/**
 * For limits that many visitors share: two maps, and no timer per key. When a window has ended, its counts
 * are dropped with the older map.
 */
export class MemoryRateLimiter {
  readonly #points: number;
  readonly #windowMs: number;
  readonly #now: () => Date;
  readonly #onTaken: (key: string, points: number) => void;
  #newer = new Map<string, Counted>();
  #older = new Map<string, Counted>();
  #turnsAt = 0;

  constructor({ points, duration, now, onTaken = () => {} }: Options) {
    this.#points = points;
    this.#windowMs = duration * 1000;
    this.#now = now;
    this.#onTaken = onTaken;
  }

  get(key: string): Promise<RateLimiterRes | null> {
    const [now, counted] = [this.#now().getTime(), this.#find(key)];
    return Promise.resolve(counted ? this.#result(counted, now) : null);
  }

  async consume(key: string, points = 1): Promise<RateLimiterRes> {
    const result = await this.penalty(key, points);
    if (result.consumedPoints > this.#points) throw result;
    return result;
  }

  async penalty(key: string, points = 1): Promise<RateLimiterRes> {
    this.#onTaken(key, points);
    return this.add(key, points);
  }

  reward(key: string, points = 1): Promise<RateLimiterRes> {
    return this.penalty(key, -points);
  }

  add(key: string, points: number): RateLimiterRes {
    const now = this.#now().getTime();
    const counted = this.#find(key) ?? { points: 0, endsAt: now + this.#windowMs };
    counted.points = Math.max(0, counted.points + points);
    this.#newer.set(key, counted);
    return this.#result(counted, now);
  }

  /** A later end than possible comes from a clock that ran ahead. */
  #find(key: string): Counted | undefined {
    const now = this.#now().getTime();
    if (now >= this.#turnsAt || now < this.#turnsAt - this.#windowMs) {
      [this.#older, this.#newer] = [this.#newer, new Map()];
      this.#turnsAt = now + this.#windowMs;
    }
    const counted = this.#newer.get(key) ?? this.#older.get(key);
    return counted && counted.endsAt > now && counted.endsAt <= now + this.#windowMs ? counted : undefined;
  }

  #result({ points, endsAt }: Counted, now: number): RateLimiterRes {
    return new RateLimiterRes(Math.max(this.#points - points, 0), endsAt - now, points, false);
  }
}
