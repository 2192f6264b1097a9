/**
 * Where other changes wait already, one that is made by then is told of once, as made: to draw how it stands takes a slow phone as long
 * as to make it. Where all is said to be saved, that is taken back at once.
 */
const TOLD_AFTER_MS = 120;

/**
 * Changes of this tab that what was last counted in the store may not hold yet. Counting takes a moment, and until then
 * nothing may claim to be saved everywhere.
 */
export class Unsettled {
  #underway = 0;
  #begun = 0;
  /** Whether what is shown says that something waits. */
  #isWaitingShown = false;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Stands for what has been changed so far; null while something is being changed. */
  readonly mark = (): number | null => (this.#underway > 0 ? null : this.#begun);

  /** How many changes are shown to be waiting. */
  readonly shows = (pending: number): void => {
    this.#isWaitingShown = pending > 0;
  };

  async during<T>(change: () => Promise<T>): Promise<T> {
    this.#underway += 1;
    this.#begun += 1;
    if (!this.#isWaitingShown) this.#tell();
    const timer = setTimeout(() => this.#tell(), TOLD_AFTER_MS);
    try {
      return await change();
    } finally {
      clearTimeout(timer);
      this.#underway -= 1;
      this.#tell();
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
