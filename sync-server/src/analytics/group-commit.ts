/**
 * Makes waiting for the disk cheap: whatever arrives while one batch is being committed is committed together as the next
 * one. Who adds something waits until it lies on the disk. What waits is bounded; beyond that `add` takes nothing.
 */
export class GroupCommit<T> {
  readonly #commit: (batch: T[]) => Promise<void>;
  readonly #maxWaiting: number;
  #waiting: { things: T[]; done: PromiseWithResolvers<void> } | null = null;
  #running: Promise<void> | null = null;

  constructor(commit: (batch: T[]) => Promise<void>, { maxWaiting }: { maxWaiting: number }) {
    this.#commit = commit;
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves once these are committed, rejects when they could not be. Null where there is no room: nothing was taken. */
  add(things: readonly T[]): Promise<void> | null {
    const batch = this.#waiting ?? { things: [], done: Promise.withResolvers<void>() };
    if (batch.things.length + things.length > this.#maxWaiting) return null;
    batch.things.push(...things);
    this.#waiting = batch;
    this.#running ??= this.#run();
    return batch.done.promise;
  }

  /** When everything that was taken so far is dealt with. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting) {
      await untilRequestsAreRead();
      const { things, done } = this.#waiting;
      this.#waiting = null;
      await this.#commit(things).then(done.resolve, done.reject);
    }
    this.#running = null;
  }
}

/** A turn of the event loop, in which the other requests that have already arrived join the batch. */
const untilRequestsAreRead = () => new Promise((resolve) => setImmediate(resolve));
