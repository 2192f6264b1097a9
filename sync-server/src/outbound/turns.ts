import { Refusal } from "@shelv/contract/refusal";
import pLimit, { type LimitFunction } from "p-limit";

/** The most requests to one host that run or wait. */
const REQUESTS_AT_MOST = 50;

/** Runs one job per key at a time, in the order of their arrival. */
export class Turns {
  /** The queues, by key. `count`: the jobs that run or wait. */
  readonly #queues = new Map<string, { limit: LimitFunction; count: number }>();

  /** Refuses when the queue is full, or the signal aborts before the turn comes. */
  async take<T>(key: string, signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { limit: pLimit(1), count: 0 };
    if (queue.count >= REQUESTS_AT_MOST) throw new Refusal("busy");
    this.#queues.set(key, queue);
    const hasToWait = queue.count > 0;
    if (hasToWait && signal.aborted) throw new Refusal("busy");
    queue.count += 1;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(new Refusal("busy"));
    if (hasToWait) signal.addEventListener("abort", onAbort, { once: true });
    try {
      const done = queue.limit(() => {
        signal.removeEventListener("abort", onAbort);
        if (hasToWait) signal.throwIfAborted();
        return job();
      });
      return await Promise.race([done, aborted]);
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#queues.delete(key);
    }
  }
}
