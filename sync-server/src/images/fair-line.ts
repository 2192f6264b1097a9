/** Runs one job at a time, never two together. A job that fails leaves the line moving. */
export class FairLine {
  /** What waits, by account, in the order in which the accounts came. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #servedLast: string | null = null;
  #isBusy = false;
  #length = 0;

  /** How many jobs are not done yet. */
  get length(): number {
    return this.#length;
  }

  /** How many jobs of an account have not begun. */
  waitingOf(account: string): number {
    return this.#waiting.get(account)?.length ?? 0;
  }

  /** Accounts take turns: one that brings many jobs delays another by one of them. What the server does of itself has no account. */
  run<T>(job: () => Promise<T>, account = ""): Promise<T> {
    this.#length += 1;
    const { promise, resolve } = Promise.withResolvers<T>();
    const jobs = this.#waiting.get(account) ?? [];
    jobs.push(async () => {
      // What it throws, at once or later, is its caller's.
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
    // What came while another job of the same account ran: all others are before it.
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
