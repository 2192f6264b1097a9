/** Runs jobs in the order they come, never two together. A job that fails leaves the line moving. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** How many jobs are not done yet. */
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
