/** Colours unlike the border's start GrabCut on a small version; the large picture gets a soft edge there. */
import type { OpenCV } from "@opencvjs/web";
import { type Cut, finishCutout, SMALL_PX } from "./finish-cutout";
import { type Mask, type Pixels, shrunk } from "./pixels";

/** Null, without loading the engine, if nothing differs from the border. */
export async function cutOut(pixels: Pixels, loadEngine: () => Promise<typeof OpenCV>): Promise<Cut | null> {
  const small = shrunk(pixels, SMALL_PX);
  const seed = borderSeed(small);
  if (!seed) return null;
  const cut = grabCut(await loadEngine(), small, seed);
  return finishCutout(pixels, small, cut, agreement(seed, cut));
}

function agreement(seed: Uint8Array, cut: Mask): number {
  let shared = 0;
  let either = 0;
  for (const [index, label] of seed.entries()) {
    const isCut = cut[index] === 255;
    if (label === PROBABLE_OBJECT && isCut) shared += 1;
    if (label === PROBABLE_OBJECT || isCut) either += 1;
  }
  return either === 0 ? 0 : shared / either;
}

const ROUNDS = 3;

/** OpenCV's GrabCut (Rother 2004), from the labels in `seed`. */
function grabCut(cv: typeof OpenCV, { width, height, rgba }: Pixels, seed: Uint8Array): Mask {
  const colours = cv.matFromArray(height, width, cv.CV_8UC3, withoutAlpha(rgba));
  const labels = cv.matFromArray(height, width, cv.CV_8UC1, seed);
  const behind = new cv.Mat();
  const thing = new cv.Mat();
  try {
    cv.grabCut(
      colours,
      labels,
      new cv.Rect(0, 0, width, height),
      behind,
      thing,
      ROUNDS,
      cv.GC_INIT_WITH_MASK,
    );
    // Odd labels are the object: certain (1) or probable (3).
    return Uint8Array.from(labels.data, (label: number) => (label % 2 === 1 ? 255 : 0));
  } finally {
    for (const mat of [colours, labels, behind, thing]) mat.delete();
  }
}

const withoutAlpha = (rgba: Pixels["rgba"]) => rgba.filter((_, index) => index % 4 !== 3);

/** GrabCut's start labels, in OpenCV's numbers. */
const BACKGROUND = 0;
const PROBABLE_BACKGROUND = 2;
const PROBABLE_OBJECT = 3;

const BORDER_SHARE = 0.03;
const SAMPLES = 480;
/** Above a camera's noise. 0 to 255 a channel. */
const LEAST_DISTANCE = 12;
/** How much farther from the border's colours an object's colour must be than these are from each other. */
const MARGIN = 1.3;
/** The same wall is brighter in the middle than at the border. */
const GAIN = { least: 0.93, most: 1.09 };

/**
 * The border is background, colours like it probably too. A colour farther from all of them than they are
 * from each other is probably the object. If the border shows only part of the background (its colours differ
 * much), Otsu's threshold on the distances decides. Null if nothing differs from the border.
 */
function borderSeed({ width, height, rgba }: Pixels): Uint8Array | null {
  const border = Math.max(2, Math.round(Math.min(width, height) * BORDER_SHARE));
  const isBorder = new Uint8Array(width * height).fill(1);
  for (let y = border; y < height - border; y += 1)
    isBorder.fill(0, y * width + border, (y + 1) * width - border);
  const known = sampledColours(rgba, isBorder);
  const distances = distancesTo(known, rgba);
  const ofBorder = distances.filter((_, index) => isBorder[index]).toSorted();
  const spread = MARGIN * (ofBorder[Math.floor(ofBorder.length * 0.99)] ?? 0);
  const threshold = spread <= LEAST_DISTANCE ? LEAST_DISTANCE : Math.max(spread, otsu(distances));
  const seed = Uint8Array.from(distances, (distance, index) =>
    isBorder[index] ? BACKGROUND : distance > threshold ? PROBABLE_OBJECT : PROBABLE_BACKGROUND,
  );
  return seed.includes(PROBABLE_OBJECT) ? seed : null;
}

/** Up to 480 border pixels, evenly spread: red, green, blue and the sum of their squares for each. */
function sampledColours(rgba: Pixels["rgba"], isBorder: Uint8Array): Float32Array {
  const indices = Uint32Array.from(isBorder.keys()).filter((index) => isBorder[index]);
  const count = Math.min(SAMPLES, indices.length);
  const known = new Float32Array(count * 4);
  for (let nth = 0; nth < count; nth += 1) {
    const at = (indices[Math.floor((nth * indices.length) / count)] ?? 0) * 4;
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    known.set([red, green, blue, red * red + green * green + blue * blue + 1], nth * 4);
  }
  return known;
}

/** To the nearest known colour, allowing for different light. Plain numbers: it is the innermost loop. */
function distancesTo(known: Float32Array, rgba: Pixels["rgba"]): Float32Array {
  const distances = new Float32Array(rgba.length >> 2);
  for (let index = 0; index < distances.length; index += 1) {
    const red = rgba[index * 4] as number;
    const green = rgba[index * 4 + 1] as number;
    const blue = rgba[index * 4 + 2] as number;
    const square = red * red + green * green + blue * blue;
    let nearest = Number.POSITIVE_INFINITY;
    for (let at = 0; at < known.length; at += 4) {
      const product =
        red * (known[at] as number) + green * (known[at + 1] as number) + blue * (known[at + 2] as number);
      const length = known[at + 3] as number;
      const gain = Math.min(GAIN.most, Math.max(GAIN.least, product / length));
      const distance = square - 2 * gain * product + gain * gain * length;
      if (distance < nearest) nearest = distance;
    }
    distances[index] = Math.sqrt(Math.max(0, nearest));
  }
  return distances;
}

/**
 * The threshold that separates two groups best (Otsu 1979), in whole steps from 0 to 441, the largest
 * distance.
 */
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
