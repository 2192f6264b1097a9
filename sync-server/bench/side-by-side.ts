const ROUNDS = 5;

/** Alternating rounds after one warm-up each. Returns both medians. */
export async function sideBySide(
  one: () => Promise<number>,
  other: () => Promise<number>,
  rounds = ROUNDS,
): Promise<[one: number, other: number]> {
  await one();
  await other();
  const ones: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ones.push(await one());
    others.push(await other());
  }
  return [median(ones), median(others)];
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** A percentile by nearest rank; `share`: 0 to 1. */
export function percentile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(figures.length * share) - 1)] ?? Number.NaN;
}
