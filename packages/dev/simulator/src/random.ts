/** Random numbers from a seed (mulberry32): the same seed makes the same run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b9);
  }

  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }

  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error("Nothing to pick from");
    return from[this.below(from.length)] as T;
  }

  id(): string {
    const hex = (digits: number) =>
      Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
    return `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
  }
}
