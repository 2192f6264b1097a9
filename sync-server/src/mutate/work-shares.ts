/**
 * What each account may have done for it: so many rows a second, with a store of them for whoever comes with much at once. It is
 * counted in this process alone, as rows are read and written: an account that spends more waits, and nobody else does.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import { TooMany } from "@shelv/contract/refusal";
import pLimit, { type LimitFunction } from "p-limit";

export type Share = { rowsPerS: number; rowsAtOnce: number };

/** About a twentieth of what one processor does. Ten thousand changes that were made offline come at once. */
const SHARE: Share = { rowsPerS: 4000, rowsAtOnce: 200_000 };

/** A request that comes a little early is held for so long; what would have to wait longer is asked to come again. */
const HELD_MS = 3000;

/** Requests of one account that are dealt with at a time, and that wait for this; more are asked to come again. */
const RUNNING_AT_MOST = 4;
const WAITING_AT_MOST = 60;
const COME_AGAIN_MS = 1000;

export class WorkShares {
  readonly #share: Share;
  readonly #nowMs: () => number;
  /** What an account has left, below zero where it owes. One that is not here has all. */
  readonly #left = new Map<string, { rows: number; atMs: number }>();
  readonly #lines = new Map<string, LimitFunction>();
  #sweptAtMs = 0;

  constructor(share: Share = SHARE, nowMs = () => performance.now()) {
    this.#share = share;
    this.#nowMs = nowMs;
  }

  /** Does a request's work when its account may have it done. Throws where too many wait, or the account owes too much. */
  async inTurn<T>(userId: string, act: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(userId) ?? pLimit(RUNNING_AT_MOST);
    if (line.pendingCount >= WAITING_AT_MOST) throw new TooMany(COME_AGAIN_MS);
    this.#lines.set(userId, line);
    return line(async () => {
      // SQLite never lets go by itself: other accounts' requests are read between two of this one.
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

  /** How long until the account may have something done again; 0 where it may now. */
  waitMs(userId: string): number {
    return Math.max(0, Math.ceil((-this.#leftAt(userId, this.#nowMs()) / this.#share.rowsPerS) * 1000));
  }

  /** Resolves when the account may have something done. Throws where that would take long. */
  async turn(userId: string): Promise<void> {
    const lastMs = this.#nowMs() + HELD_MS;
    for (let waitMs = this.waitMs(userId); waitMs > 0; waitMs = this.waitMs(userId)) {
      if (this.#nowMs() + waitMs > lastMs) throw new TooMany(waitMs);
      await setTimeout(waitMs);
    }
  }

  #leftAt(userId: string, nowMs: number): number {
    const { rowsPerS, rowsAtOnce } = this.#share;
    const left = this.#left.get(userId);
    return left ? Math.min(rowsAtOnce, left.rows + ((nowMs - left.atMs) / 1000) * rowsPerS) : rowsAtOnce;
  }

  /** Who was away long enough to have all again. */
  #forgetIdle(nowMs: number): void {
    const { rowsPerS, rowsAtOnce } = this.#share;
    const fullAfterMs = (rowsAtOnce / rowsPerS) * 1000;
    if (nowMs - this.#sweptAtMs < fullAfterMs) return;
    this.#sweptAtMs = nowMs;
    for (const [userId, line] of this.#lines)
      if (line.activeCount + line.pendingCount === 0) this.#lines.delete(userId);
    for (const userId of this.#left.keys())
      if (this.#leftAt(userId, nowMs) >= rowsAtOnce) this.#left.delete(userId);
  }
}
