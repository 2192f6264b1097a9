/** At most one decimal, never "-0%". */
export function percentOf(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${oneDecimal(part / whole)}%`;
}

/** From 0, any rise is +100%. */
export function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? "0%" : "+100%";
  const change = oneDecimal((now - before) / before);
  return `${change > 0 ? "+" : ""}${change}%`;
}

export const NEW = "New";

/** A rise from nothing has no percentage. */
export const changeInWords = (now: number, before: number): string =>
  before === 0 && now > 0 ? NEW : changeOf(now, before);

/** Halves round away from zero: falls and rises read alike. */
function oneDecimal(share: number): number {
  // More than the floating-point error next to an exact half (1 / 16 * 1000 = 62.5 is exact, 0.0725 * 1000 is
  // not).
  const tenths = Math.round(Math.abs(share) * 1000 + 1e-9) / 10;
  return share < 0 && tenths !== 0 ? -tenths : tenths;
}
