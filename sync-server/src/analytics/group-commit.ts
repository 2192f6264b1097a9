/**
 * Everything that arrives during a commit goes into the next, so fsyncs are shared. `add` resolves when its
 * items are on disk. The queue is bounded.
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

  /** Adds to the next commit. Rejects if the commit fails. Null if the queue is full. */
  add(things: readonly T[]): Promise<void> | null {
    const batch = this.#waiting ?? { things: [], done: Promise.withResolvers<void>() };
    if (batch.things.length + things.length > this.#maxWaiting) return null;
    batch.things.push(...things);
    this.#waiting = batch;
    this.#running ??= this.#run();
    return batch.done.promise;
  }

  /** Resolves when everything accepted so far is committed. */
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

/** Requests that have arrived in this turn of the event loop join the batch. */
const untilRequestsAreRead = () => new Promise((resolve) => setImmediate(resolve));
