/** By nearest rank; `share`: 0 to 1. */
export function percentile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(figures.length * share) - 1)] ?? Number.NaN;
}
