import type { Pixels } from "./pixels";

/** What GrabCut is told of each pixel, in OpenCV's numbers: surely or perhaps background, perhaps the thing. */
const SURELY_BEHIND = 0;
const PERHAPS_BEHIND = 2;
export const PERHAPS_THING = 3;

const BORDER_PART = 0.03;
const SAMPLES = 240;
/** A camera's noise stays below it, in units of 0 to 255 a channel. */
const LEAST_DISTANCE = 12;
/** How much farther than the border's own colours lie from each other a colour has to be. */
const MARGIN = 1.3;
/** Light falls off towards a picture's border: the same wall is brighter in the middle. */
const GAIN = { least: 0.93, most: 1.09 };

/**
 * What stands at the border is behind the thing, and so, perhaps, is all that looks like it. Whatever is farther from every
 * border colour than those are from each other is perhaps the thing. Where they differ much, the border shows but a part of
 * what is behind: there the picture's own two heaps of colours decide. Null where nothing stands out.
 */
export function borderSeed({ width, height, rgba }: Pixels): Uint8Array | null {
  const border = Math.max(2, Math.round(Math.min(width, height) * BORDER_PART));
  const isBorder = (index: number) => {
    const x = index % width;
    const y = (index - x) / width;
    return Math.min(x, y, width - 1 - x, height - 1 - y) < border;
  };
  const known = sampled(Array.from({ length: width * height }, (_, index) => index).filter(isBorder));
  const distances = Float32Array.from({ length: width * height }, (_, index) => distanceToNearest(rgba, index, known));
  const ofBorder = distances.filter((_, index) => isBorder(index)).toSorted();
  const spread = MARGIN * (ofBorder[Math.floor(ofBorder.length * 0.99)] ?? 0);
  const threshold = spread <= LEAST_DISTANCE ? LEAST_DISTANCE : Math.max(spread, otsu(distances));
  const seed = Uint8Array.from(distances, (distance, index) => (isBorder(index) ? SURELY_BEHIND : distance > threshold ? PERHAPS_THING : PERHAPS_BEHIND));
  return seed.includes(PERHAPS_THING) ? seed : null;
}

const sampled = (indices: readonly number[]) =>
  Array.from({ length: Math.min(SAMPLES, indices.length) }, (_, nth) => indices[Math.floor((nth * indices.length) / Math.min(SAMPLES, indices.length))] ?? 0);

function distanceToNearest(rgba: Pixels["rgba"], index: number, known: readonly number[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const other of known) nearest = Math.min(nearest, squareDistance(rgba, index * 4, other * 4));
  return Math.sqrt(nearest);
}

/** Of two colours, where the second may be lit a little differently. */
function squareDistance(rgba: Pixels["rgba"], at: number, other: number): number {
  let product = 0;
  let square = 1;
  for (let channel = 0; channel < 3; channel += 1) {
    product += (rgba[at + channel] ?? 0) * (rgba[other + channel] ?? 0);
    square += (rgba[other + channel] ?? 0) ** 2;
  }
  const gain = Math.min(GAIN.most, Math.max(GAIN.least, product / square));
  let sum = 0;
  for (let channel = 0; channel < 3; channel += 1) sum += ((rgba[at + channel] ?? 0) - gain * (rgba[other + channel] ?? 0)) ** 2;
  return sum;
}

/** The value that parts two heaps of numbers best (Otsu 1979), in whole steps from 0 to 441, the longest way between colours. */
function otsu(values: Float32Array): number {
  const counts = new Uint32Array(443);
  for (const value of values) counts[Math.round(value)] = (counts[Math.round(value)] ?? 0) + 1;
  const total = values.length;
  const sum = counts.reduce((before, count, value) => before + count * value, 0);
  let best = { threshold: 0, between: -1 };
  let below = 0;
  let sumBelow = 0;
  for (const [threshold, count] of counts.entries()) {
    below += count;
    sumBelow += count * threshold;
    if (below === 0 || below === total) continue;
    const between = below * (total - below) * (sumBelow / below - (sum - sumBelow) / (total - below)) ** 2;
    if (between > best.between) best = { threshold, between };
  }
  return best.threshold;
}
