const MB = 1024 * 1024;

/** "0.4 MB", "12 MB", "1.3 GB", as phones show it. */
export function shownBytes(bytes: number): string {
  const [value, unit] = bytes >= 1000 * MB ? [bytes / (1024 * MB), "GB"] : [bytes / MB, "MB"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
