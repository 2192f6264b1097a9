/** Percentages as people read them: at most one decimal, never "-0%". */
export function percentOf(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${oneDecimal(part / whole)}%`;
}

/** How far `now` is from `before`, with its sign. Something after nothing is a rise of a hundred percent. */
export function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? "0%" : "+100%";
  const change = oneDecimal((now - before) / before);
  return `${change > 0 ? "+" : ""}${change}%`;
}

/** Hundredths to one decimal, halves away from zero so that a fall reads as the rise does. */
function oneDecimal(share: number): number {
  // What floating point leaves beside an exact half (1 / 16 * 1000 = 62.5 is exact, 0.0725 * 1000 is not) is smaller than this.
  const tenths = Math.round(Math.abs(share) * 1000 + 1e-9) / 10;
  return share < 0 && tenths !== 0 ? -tenths : tenths;
}
