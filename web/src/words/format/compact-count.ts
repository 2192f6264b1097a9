const EXACT = new Intl.NumberFormat("en-US");
const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const EXACT_BELOW = 10_000;

export const compactCount = (count: number): string =>
  count < EXACT_BELOW ? EXACT.format(count) : COMPACT.format(count);

/** `toLocaleString` would make a formatter for each call. */
export const exactCount = (count: number): string => EXACT.format(count);
