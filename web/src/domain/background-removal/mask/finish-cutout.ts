import type { CutoutSigns } from "#domain/background-removal/cutout-decision";
import { faintEdgeShare } from "./faint-edge-share";
import { removeIslands } from "./remove-islands";
import type { Mask, Pixels } from "./pixels";

export type Cut = { mask: Mask; signs: CutoutSigns };

/** Thin parts remain, and GrabCut takes under a second. */
export const SMALL_PX = 400;

/** Removes islands, and gives the mask full size and a soft edge. */
export function finishCutout(pixels: Pixels, small: Pixels, cut: Mask, agreement: number): Cut {
  const { mask, dropped } = removeIslands(cut, small.width);
  const area = mask.filter(Boolean).length / mask.length;
  const signs = {
    area,
    touching: touching(mask, small),
    dropped,
    agreement,
    faint: faintEdgeShare(small, mask),
  };
  return { mask: softEdge(pixels, small, mask), signs };
}

/** Just inside the border: at it GrabCut's labels are always background. */
function touching(mask: Mask, { width, height }: Pixels): number {
  const inset = Math.round(Math.min(width, height) * 0.04);
  let covered = 0;
  let way = 0;
  for (let index = 0; index < mask.length; index += 1) {
    const x = index % width;
    const y = (index - x) / width;
    if (Math.min(x, y, width - 1 - x, height - 1 - y) !== inset) continue;
    way += 1;
    if (mask[index]) covered += 1;
  }
  return covered / Math.max(1, way);
}

/**
 * In pixels of the small mask: how far the true edge may be from its edge, and the radius of the averaged
 * colours.
 */
const BAND = 2;
const AROUND = 4;
/** Edge pixels mix both sides: they hardly count if there are others. */
const EDGE_WEIGHT = 0.01;

/** A small mask at full size: an edge pixel's alpha is its colour's position between both sides' colours. */
function softEdge({ width, height, rgba }: Pixels, small: Pixels, mask: Mask): Mask {
  const alpha = new Uint8Array(width * height);
  const sides = sidesAlong(small, mask);
  const columns = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * small.width) / width));
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * small.height) / height) * small.width;
    for (let x = 0; x < width; x += 1) {
      const at = row + (columns[x] as number);
      const index = y * width + x;
      const side = sides[at];
      alpha[index] = side ? share(rgba, index * 4, side) : (mask[at] as number);
    }
  }
  return alpha;
}

type Colour = readonly [red: number, green: number, blue: number];
type Side = { thing: Colour; behind: Colour };

/** From background to object, 0 to 255; steeper than linear: colours near one side count as that side. */
function share(rgba: Pixels["rgba"], at: number, { thing, behind }: Side): number {
  let along = 0;
  let length = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const way = (thing[channel] as number) - (behind[channel] as number);
    along += ((rgba[at + channel] as number) - (behind[channel] as number)) * way;
    length += way * way;
  }
  const part = length === 0 ? 1 : along / length;
  return Math.round(255 * Math.min(1, Math.max(0, (part - 0.2) / 0.6)));
}

/** Near the edge, for each pixel of the small picture: the mean colours of both sides. */
function sidesAlong({ width, height, rgba }: Pixels, mask: Mask): (Side | undefined)[] {
  const sides: (Side | undefined)[] = Array.from({ length: mask.length });
  const nearEdge = mixedWithin(mask, width, height, BAND);
  const atEdge = mixedWithin(mask, width, height, 1);
  for (let index = 0; index < mask.length; index += 1) {
    if (!nearEdge[index]) continue;
    const x = index % width;
    const y = (index - x) / width;
    // Weighted red, green and blue, and the weight: of the background, then of the object.
    const sums = new Float64Array(8);
    for (let nearY = Math.max(0, y - AROUND); nearY <= Math.min(height - 1, y + AROUND); nearY += 1) {
      for (let nearX = Math.max(0, x - AROUND); nearX <= Math.min(width - 1, x + AROUND); nearX += 1) {
        const near = nearY * width + nearX;
        const weight = atEdge[near] ? EDGE_WEIGHT : 1;
        const to = mask[near] ? 4 : 0;
        for (let channel = 0; channel < 3; channel += 1)
          sums[to + channel] = (sums[to + channel] as number) + weight * (rgba[near * 4 + channel] as number);
        sums[to + 3] = (sums[to + 3] as number) + weight;
      }
    }
    if (sums[3] && sums[7]) sides[index] = { behind: meanOf(sums, 0), thing: meanOf(sums, 4) };
  }
  return sides;
}

const meanOf = (sums: Float64Array, at: number): Colour => {
  const [red = 0, green = 0, blue = 0, weight = 1] = sums.subarray(at, at + 4);
  return [red / weight, green / weight, blue / weight];
};

/** 1 where both sides of the mask are within `reach` pixels. */
function mixedWithin(mask: Mask, width: number, height: number, reach: number): Uint8Array {
  const mixed = new Uint8Array(mask.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const here = mask[y * width + x];
      const isEdge =
        (x + 1 < width && mask[y * width + x + 1] !== here) ||
        (y + 1 < height && mask[(y + 1) * width + x] !== here);
      if (!isEdge) continue;
      const bottom = Math.min(height - 1, y + reach);
      for (let nearY = Math.max(0, y - reach + 1); nearY <= bottom; nearY += 1) {
        mixed.fill(
          1,
          nearY * width + Math.max(0, x - reach + 1),
          nearY * width + Math.min(width - 1, x + reach) + 1,
        );
      }
    }
  }
  return mixed;
}
