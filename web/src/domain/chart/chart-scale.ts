/** In px. Counts start at zero; points are evenly spaced. */

const LOWEST_TOP = 4;
const INTERVALS_MAX = 4;

export function countScale(max: number): { top: number; steps: number[] } {
  const highest = Math.max(max, LOWEST_TOP);
  let step = 1;
  for (let nth = 1; highest / step > INTERVALS_MAX; nth += 1)
    step = ([1, 2, 5][nth % 3] ?? 1) * 10 ** Math.floor(nth / 3);
  const count = Math.ceil(highest / step);
  return { top: count * step, steps: Array.from({ length: count + 1 }, (_, nth) => nth * step) };
}

export const xOf = (at: number, count: number, widthPx: number): number =>
  count === 1 ? widthPx / 2 : (at / (count - 1)) * widthPx;

export const yOf = (value: number, top: number, heightPx: number): number => heightPx * (1 - value / top);

export function pointAt(xPx: number, count: number, widthPx: number): number {
  const at = count === 1 || widthPx <= 0 ? 0 : Math.round((xPx / widthPx) * (count - 1));
  return Math.min(Math.max(at, 0), count - 1);
}

type Plot = { widthPx: number; heightPx: number; top: number };

export function linePath(
  values: readonly number[],
  { widthPx, heightPx, top }: Plot,
  [first, last]: readonly [first: number, last: number] = [0, values.length - 1],
): string {
  let path = "";
  for (let at = first; at <= last; at += 1) {
    const [x, y] = [xOf(at, values.length, widthPx), yOf(values[at] ?? 0, top, heightPx)];
    path += `${at === first ? "M" : "L"}${rounded(x)} ${rounded(y)}`;
  }
  return path;
}

export const areaPath = (values: readonly number[], plot: Plot): string =>
  values.length < 2
    ? ""
    : `${linePath(values, plot)}L${rounded(plot.widthPx)} ${rounded(plot.heightPx)}L0 ${rounded(plot.heightPx)}Z`;

export function labelledPoints(
  count: number,
  { widthPx, labelPx }: { widthPx: number; labelPx: number },
): number[] {
  if (count < 2) return Array.from({ length: count }, (_, at) => at);
  const last = count - 1;
  const fits = Math.ceil((labelPx * last) / Math.max(widthPx, Number.MIN_VALUE));
  const steps = Math.max(Math.floor(last / fits), 1);
  return Array.from({ length: steps + 1 }, (_, nth) => Math.round((nth * last) / steps));
}

const rounded = (px: number): number => Math.round(px * 10) / 10;
