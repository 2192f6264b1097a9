/**
 * A token bucket for each account: a steady number of rows per second, and a stock for large batches. Rows
 * are counted per process. Only an account that uses more waits.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import { TooMany } from "@shelv/contract/refusal";
import pLimit, { type LimitFunction } from "p-limit";

export type WorkQuota = { rowsPerS: number; rowsAtOnce: number };

/** About a twentieth of one processor. Ten thousand offline changes fit one burst. */
const QUOTA: WorkQuota = { rowsPerS: 4000, rowsAtOnce: 200_000 };

/** A request that would wait longer gets a 429. */
const MAX_WAIT_MS = 3000;

const MAX_RUNNING = 4;
/** Per account; more requests get a 429. */
const MAX_WAITING = 60;
const RETRY_AFTER_MS = 1000;

export class WorkQuotas {
  readonly #quota: WorkQuota;
  readonly #nowMs: () => number;
  /** Below zero after overuse; a missing entry means the full stock. */
  readonly #left = new Map<string, { rows: number; atMs: number }>();
  readonly #queues = new Map<string, LimitFunction>();
  #sweptAtMs = 0;

  constructor(quota: WorkQuota = QUOTA, nowMs = () => performance.now()) {
    this.#quota = quota;
    this.#nowMs = nowMs;
  }

  /** Throws if too many requests wait, or for too long. */
  async inTurn<T>(userId: string, act: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(userId) ?? pLimit(MAX_RUNNING);
    if (queue.pendingCount >= MAX_WAITING) throw new TooMany(RETRY_AFTER_MS);
    this.#queues.set(userId, queue);
    return queue(async () => {
      // An await on SQLite alone never lets other requests run.
      await setImmediate();
      await this.turn(userId);
      return act();
    });
  }

  charge(userId: string, rows: number): void {
    const atMs = this.#nowMs();
    this.#left.set(userId, { rows: this.#leftAt(userId, atMs) - rows, atMs });
    this.#forgetIdle(atMs);
  }

  waitMs(userId: string): number {
    return Math.max(0, Math.ceil((-this.#leftAt(userId, this.#nowMs()) / this.#quota.rowsPerS) * 1000));
  }

  async turn(userId: string): Promise<void> {
    const lastMs = this.#nowMs() + MAX_WAIT_MS;
    for (let waitMs = this.waitMs(userId); waitMs > 0; waitMs = this.waitMs(userId)) {
      if (this.#nowMs() + waitMs > lastMs) throw new TooMany(waitMs);
      await setTimeout(waitMs);
    }
  }

  #leftAt(userId: string, nowMs: number): number {
    const { rowsPerS, rowsAtOnce } = this.#quota;
    const left = this.#left.get(userId);
    return left ? Math.min(rowsAtOnce, left.rows + ((nowMs - left.atMs) / 1000) * rowsPerS) : rowsAtOnce;
  }

  #forgetIdle(nowMs: number): void {
    const { rowsPerS, rowsAtOnce } = this.#quota;
    const fullAfterMs = (rowsAtOnce / rowsPerS) * 1000;
    if (nowMs - this.#sweptAtMs < fullAfterMs) return;
    this.#sweptAtMs = nowMs;
    for (const [userId, queue] of this.#queues)
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(userId);
    for (const userId of this.#left.keys())
      if (this.#leftAt(userId, nowMs) >= rowsAtOnce) this.#left.delete(userId);
  }
}
