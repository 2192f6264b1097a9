/** Runs one job at a time. A failed job does not block the queue. */
export class FairQueue {
  /** Waiting jobs by account, in the order of their arrival. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #servedLast: string | null = null;
  #isBusy = false;
  #length = 0;

  /** The number of jobs that are not finished. */
  get length(): number {
    return this.#length;
  }

  /** The number of an account's jobs that are not started. */
  waitingOf(account: string): number {
    return this.#waiting.get(account)?.length ?? 0;
  }

  /** Runs a job in its turn. Accounts take turns; the server's own jobs have no account. */
  run<T>(job: () => Promise<T>, account = ""): Promise<T> {
    this.#length += 1;
    const { promise, resolve } = Promise.withResolvers<T>();
    const jobs = this.#waiting.get(account) ?? [];
    jobs.push(async () => {
      const done = Promise.resolve().then(job);
      resolve(done);
      await done.catch(() => {});
    });
    this.#waiting.set(account, jobs);
    if (!this.#isBusy) void this.#workOff();
    return promise;
  }

  async #workOff(): Promise<void> {
    this.#isBusy = true;
    for (let job = this.#next(); job; job = this.#next()) {
      await job();
      this.#length -= 1;
    }
    this.#isBusy = false;
  }

  #next(): (() => Promise<void>) | undefined {
    const [first] = this.#waiting.keys();
    // If the next job was added while another of the same account ran, all other accounts come first.
    if (first !== undefined && first === this.#servedLast) this.#toEnd(first);
    const [account] = this.#waiting.keys();
    if (account === undefined) return undefined;
    const job = this.#waiting.get(account)?.shift();
    this.#toEnd(account);
    this.#servedLast = account;
    return job;
  }

  #toEnd(account: string): void {
    const jobs = this.#waiting.get(account) ?? [];
    this.#waiting.delete(account);
    if (jobs.length > 0) this.#waiting.set(account, jobs);
  }
}
