/** Runs jobs in the order they come, never two together. A job that fails leaves the line moving. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job, job);
    this.#last = done.catch(() => {});
    return done;
  }
}
