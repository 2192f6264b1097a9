import { Refusal } from "@shelv/contract/refusal";

/** The most requests that wait for one host. */
const WAITING_AT_MOST = 50;

/** One job a key at a time, in the order of their arrival. */
export class Turns {
  readonly #last = new Map<string, { end: Promise<void>; count: number }>();

  /** Refuses when the queue is full, or the signal aborts before the turn comes. */
  async take<T>(key: string, signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    if (before && before.count >= WAITING_AT_MOST) throw new Refusal("busy");
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const mine = {
      end: Promise.all([before?.end, done]).then(() => {}),
      count: (before?.count ?? 0) + 1,
    };
    this.#last.set(key, mine);
    void mine.end.then(() => void (this.#last.get(key) === mine && this.#last.delete(key)));
    try {
      await turnOrAbort(before?.end, signal);
      return await job();
    } finally {
      finish();
      const last = this.#last.get(key);
      if (last) last.count -= 1;
    }
  }
}

async function turnOrAbort(before: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (!before) return;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new Refusal("busy"));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    await Promise.race([before, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
