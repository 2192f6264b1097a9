const MB = 1024 * 1024;
const LEAST_SHOWN = 0.05 * MB;

export function shownBytes(bytes: number): string {
  if (bytes < LEAST_SHOWN) return "less than 0.1 MB";
  const [value, unit] = bytes >= 1000 * MB ? [bytes / (1024 * MB), "GB"] : [bytes / MB, "MB"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
