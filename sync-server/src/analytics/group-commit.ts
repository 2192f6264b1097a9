type Batch<T> = { things: T[]; done: PromiseWithResolvers<void> };

/**
 * Group commit: what arrives during a commit goes into the next. A long queue takes several, between which
 * others write. `add` resolves when its items are on disk.
 */
export class GroupCommit<T> {
  readonly #commit: (batch: T[]) => Promise<void>;
  readonly #maxWaiting: number;
  readonly #maxTogether: number;
  readonly #waiting: Batch<T>[] = [];
  #running: Promise<void> | null = null;

  constructor(
    commit: (batch: T[]) => Promise<void>,
    { maxWaiting, maxTogether = maxWaiting }: { maxWaiting: number; maxTogether?: number },
  ) {
    this.#commit = commit;
    this.#maxWaiting = maxWaiting;
    this.#maxTogether = maxTogether;
  }

  /** Rejects if the commit fails. Null if the queue is full. */
  add(things: readonly T[]): Promise<void> | null {
    const waiting = this.#waiting.reduce((count, batch) => count + batch.things.length, 0);
    if (waiting + things.length > this.#maxWaiting) return null;
    let batch = this.#waiting.at(-1);
    if (!batch || batch.things.length + things.length > this.#maxTogether) {
      batch = { things: [], done: Promise.withResolvers<void>() };
      this.#waiting.push(batch);
    }
    batch.things.push(...things);
    this.#running ??= this.#run();
    return batch.done.promise;
  }

  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await untilRequestsAreRead();
      const batch = this.#waiting.shift();
      if (batch) await this.#commit(batch.things).then(batch.done.resolve, batch.done.reject);
    }
    this.#running = null;
  }
}

/** Requests of the same turn of the event loop join the batch. */
const untilRequestsAreRead = () => new Promise((resolve) => setImmediate(resolve));
