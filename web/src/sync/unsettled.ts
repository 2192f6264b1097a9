/**
 * Changes of this tab that what was last counted in the store may not hold yet. Counting takes a moment, and until then
 * nothing may claim to be saved everywhere.
 */
export class Unsettled {
  #underway = 0;
  #begun = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Stands for what has been changed so far; null while something is being changed. */
  readonly mark = (): number | null => (this.#underway > 0 ? null : this.#begun);

  async during<T>(change: () => Promise<T>): Promise<T> {
    this.#underway += 1;
    this.#begun += 1;
    this.#tell();
    try {
      return await change();
    } finally {
      this.#underway -= 1;
      this.#tell();
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
