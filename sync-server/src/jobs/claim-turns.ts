/**
 * For work in the database. A claim leaves out the payers who had their turn in this round; when no other
 * payer has work, the next round begins. Each process has its own turns.
 */
const PAYERS_PER_ROUND = 500;

export class ClaimTurns {
  readonly #served = new Set<string>();

  async next<T>(
    claim: (leftOut: readonly string[]) => Promise<T | null>,
    busy: Iterable<string> = [],
  ): Promise<T | null> {
    const claimed = await claim([...new Set([...this.#served, ...busy])]);
    if (claimed !== null || this.#served.size === 0) return claimed;
    this.#served.clear();
    return claim([...busy]);
  }

  served(payer: string): void {
    if (this.#served.size >= PAYERS_PER_ROUND) this.#served.clear();
    this.#served.add(payer);
  }
}
