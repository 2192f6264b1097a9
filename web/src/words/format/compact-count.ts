const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const EXACT_BELOW = 10_000;

/** "9,812", then "12.3K", "4.5M": for columns and axes; exact numbers are elsewhere. */
export const compactCount = (count: number): string =>
  count < EXACT_BELOW ? count.toLocaleString("en-US") : COMPACT.format(count);
