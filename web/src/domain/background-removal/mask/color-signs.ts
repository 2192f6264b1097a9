import type { Pixels } from "./pixels";

const OBJECT = 0.75;
const BACKGROUND = 0.25;
/** A colour is the object's if it is this much more frequent than in the background. */
const TIMES = 8;

/**
 * Background in the object's colours, relative to its area: parts that the mask lacks, such as a chair's
 * legs. `all`: see `finishCutout`.
 */
export function missedShare({ rgba }: Pixels, parts: Float32Array, all = parts): number {
  const inObject = new Float64Array(COLORS);
  const inBackground = new Float64Array(COLORS);
  for (let index = 0; index < parts.length; index += 1) {
    const counts = at(parts, index) >= OBJECT ? inObject : isBackground(all, index) ? inBackground : null;
    const color = colorAt(rgba, index);
    if (counts) counts[color] = at(counts, color) + 1;
  }
  const [objects, backgrounds] = [sum(inObject), sum(inBackground)];
  let missed = 0;
  for (let color = 0; color < COLORS; color += 1)
    if (at(inObject, color) * backgrounds > TIMES * at(inBackground, color) * objects)
      missed += at(inBackground, color);
  return missed / Math.max(1, objects);
}

const isBackground = (parts: Float32Array, index: number) => at(parts, index) < BACKGROUND;

type Numbers = Pixels["rgba"] | Float32Array | Float64Array;
const at = (values: Numbers, index: number): number => values[index] as number;

/** Sixteen steps per channel. */
const COLORS = 16 ** 3;
const colorAt = (rgba: Pixels["rgba"], index: number): number =>
  ((at(rgba, index * 4) >> 4) << 8) | ((at(rgba, index * 4 + 1) >> 4) << 4) | (at(rgba, index * 4 + 2) >> 4);

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

const NEAR = 24;
const LEAST_PIXELS = 20;
const ALIKE = 14;

/** In the colour of the background nearby: a wall seen through the object, as between rods. */
export function seenThroughShare({ width, height, rgba }: Pixels, parts: Float32Array): number {
  const sums = backgroundSums({ width, height, rgba }, parts);
  let [object, alike] = [0, 0];
  for (let index = 0; index < parts.length; index += 2) {
    if (at(parts, index) < 0.5) continue;
    object += 1;
    const [x, y] = [index % width, Math.floor(index / width)];
    const [left, right] = [Math.max(0, x - NEAR), Math.min(width, x + NEAR)];
    const [top, bottom] = [Math.max(0, y - NEAR) * (width + 1), Math.min(height, y + NEAR) * (width + 1)];
    const around = (of: Float64Array) =>
      at(of, bottom + right) - at(of, top + right) - at(of, bottom + left) + at(of, top + left);
    const count = around(sums.count);
    if (count < LEAST_PIXELS) continue;
    const distance = Math.hypot(
      at(rgba, index * 4) - around(sums.red) / count,
      at(rgba, index * 4 + 1) - around(sums.green) / count,
      at(rgba, index * 4 + 2) - around(sums.blue) / count,
    );
    if (distance < ALIKE) alike += 1;
  }
  return alike / Math.max(1, object);
}

/** Integral images of the background alone: sums over all pixels above and to the left. */
function backgroundSums({ width, height, rgba }: Pixels, parts: Float32Array) {
  const integral = (valueAt: (index: number) => number) => {
    const sums = new Float64Array((width + 1) * (height + 1));
    for (let y = 0; y < height; y += 1) {
      let row = 0;
      for (let x = 0; x < width; x += 1) {
        const index = y * width + x;
        if (isBackground(parts, index)) row += valueAt(index);
        sums[(y + 1) * (width + 1) + x + 1] = at(sums, y * (width + 1) + x + 1) + row;
      }
    }
    return sums;
  };
  return {
    red: integral((index) => at(rgba, index * 4)),
    green: integral((index) => at(rgba, index * 4 + 1)),
    blue: integral((index) => at(rgba, index * 4 + 2)),
    count: integral(() => 1),
  };
}
