/** Runs one job at a time, in order. A failed job does not block the queue. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** Jobs that are not finished. */
  get length(): number {
    return this.#length;
  }

  run<T>(job: () => Promise<T>): Promise<T> {
    this.#length += 1;
    const done = this.#last.then(job, job).finally(() => void (this.#length -= 1));
    this.#last = done.catch(() => {});
    return done;
  }
}
