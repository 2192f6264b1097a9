export class IdleTimeout {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number) {
    this.#timer = this.#abortAfter(ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** At each arrival of bytes. */
  renew(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = this.#abortAfter(ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #abortAfter(ms: number) {
    return setTimeout(
      () => this.#controller.abort(new DOMException("Nothing was heard for too long", "TimeoutError")),
      ms,
    );
  }
}
