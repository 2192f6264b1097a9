const EXACT = new Intl.NumberFormat("en-US");
const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const EXACT_BELOW = 10_000;

/** "9,812", then "12.3K", "4.5M": for columns and axes; exact numbers are elsewhere. */
export const compactCount = (count: number): string =>
  count < EXACT_BELOW ? EXACT.format(count) : COMPACT.format(count);

/** "1,234,567". `toLocaleString` would make a formatter for each call. */
export const exactCount = (count: number): string => EXACT.format(count);
