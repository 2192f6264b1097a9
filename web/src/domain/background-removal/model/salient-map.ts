import type { Pixels } from "#domain/background-removal/mask/pixels";

/** How much each cell belongs to the object, row by row. */
export type SalientMap = { width: number; height: number; values: Float32Array };

export function normalised({ width, height, values }: SalientMap, flat: number): SalientMap | null {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const range = most - least;
  // False for NaN too.
  return range >= flat ? { width, height, values: values.map((value) => (value - least) / range) } : null;
}

export function atSize(map: SalientMap, { width, height }: Pick<Pixels, "width" | "height">): Float32Array {
  const columns = steps(width, map.width);
  const rows = steps(height, map.height);
  const at = (x: number, y: number) => map.values[y * map.width + x] ?? 0;
  return Float32Array.from({ length: width * height }, (_, index) => {
    const { from: left, to: right, part: across } = columns[index % width] as Step;
    const { from: top, to: bottom, part: down } = rows[Math.floor(index / width)] as Step;
    const upper = at(left, top) * (1 - across) + at(right, top) * across;
    const lower = at(left, bottom) * (1 - across) + at(right, bottom) * across;
    return upper * (1 - down) + lower * down;
  });
}

type Step = { from: number; to: number; part: number };

const steps = (count: number, places: number): Step[] =>
  Array.from({ length: count }, (_, index) => {
    const middle = Math.min(places - 1, Math.max(0, ((index + 0.5) * places) / count - 0.5));
    const from = Math.floor(middle);
    return { from, to: Math.min(places - 1, from + 1), part: middle - from };
  });
