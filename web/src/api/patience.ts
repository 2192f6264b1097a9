/** Gives a call up once nothing has been heard of it for too long. */
export class Patience {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number) {
    this.#timer = this.#giveUpAfter(ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something was heard: the waiting begins anew. */
  renew(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = this.#giveUpAfter(ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #giveUpAfter(ms: number) {
    return setTimeout(
      () => this.#controller.abort(new DOMException("Nothing was heard for too long", "TimeoutError")),
      ms,
    );
  }
}
