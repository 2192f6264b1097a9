export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** "0.61 s (0.58 to 0.70)": the median, and how far rounds went apart. */
export function seconds(ms: readonly number[]): string {
  const [least, most] = [Math.min(...ms), Math.max(...ms)].map((figure) => (figure / 1000).toFixed(2));
  return `${(median(ms) / 1000).toFixed(2)} s (${least} to ${most})`;
}

export const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
