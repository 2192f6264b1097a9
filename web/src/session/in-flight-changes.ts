/**
 * While others wait, only a slow change is counted before it is made: each render costs a slow phone time.
 */
const COUNTED_AFTER_MS = 120;

/**
 * This tab's changes that the last count of the outbox may lack: until then the header must not say "Saved
 * everywhere".
 */
export class InFlightChanges {
  #inFlight = 0;
  #begun = 0;
  #isWaitingShown = false;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Identifies the changes made so far; null during one. */
  readonly mark = (): number | null => (this.#inFlight > 0 ? null : this.#begun);

  readonly shows = (pending: number): void => {
    this.#isWaitingShown = pending > 0;
  };

  async during<T>(change: () => Promise<T>): Promise<T> {
    this.#inFlight += 1;
    this.#begun += 1;
    if (!this.#isWaitingShown) this.#notify();
    const timer = setTimeout(() => this.#notify(), COUNTED_AFTER_MS);
    try {
      return await change();
    } finally {
      clearTimeout(timer);
      this.#inFlight -= 1;
      this.#notify();
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
