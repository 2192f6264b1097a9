import type { CutoutSigns } from "#domain/background-removal/cutout-decision";
import { missedShare, seenThroughShare } from "./color-signs";
import { faintEdgeShare } from "./faint-edge-share";
import { boxMean, guidedFilter } from "./guided-filter";
import { removeIslands } from "./remove-islands";
import type { Mask, Pixels } from "./pixels";

export type Cut = { mask: Mask; signs: CutoutSigns };

/** From this value on a pixel is object; the other thresholds are for comparison. */
const CUT = 0.5;
const GENEROUS = 0.25;
const STRICT = 0.75;
/** Below `from` is background, above `to` object. A wider range would show haze. */
const SOFT = { from: 0.3, to: 0.7 };

/** How far outside the model's outline the edge may be, in px of the small picture. */
const REACH = 3;
const STEEP = 3.5;

/** `all`: the parts also of other objects, which are not its background. */
export function finishCutout(pixels: Pixels, small: Pixels, parts: Float32Array, all = parts): Cut {
  const { mask, dropped } = removeIslands(
    Uint8Array.from(parts, (part) => (part >= CUT ? 255 : 0)),
    small.width,
  );
  const withoutIslands = parts.map((part, index) => (part >= CUT && mask[index] === 0 ? 0 : part));
  return {
    mask: softMask(guidedFilter(pixels, small, withoutIslands, nearness(mask, small))),
    signs: {
      area: mask.filter(Boolean).length / mask.length,
      touching: touching(mask, small),
      dropped,
      agreement: shareAbove(parts, STRICT) / Math.max(1, shareAbove(parts, GENEROUS)),
      haze: haze(parts, mask, small.width),
      faint: faintEdgeShare(small, mask),
      missed: missedShare(small, parts, all),
      seenThrough: seenThroughShare(small, parts),
    },
  };
}

/**
 * 1 on the object and beside it, else 0: the filter also finds the object's colours in the ground, as tufts
 * and crumbs.
 */
function nearness(mask: Mask, { width, height }: Pixels): Float32Array {
  const around = boxMean(Float32Array.from(mask, Number), width, height, REACH);
  return around.map((mean, index) => (mask[index] ? 1 : Math.min(1, (mean / 255) * STEEP)));
}

function softMask(filtered: Float32Array): Mask {
  const mask = new Uint8ClampedArray(filtered.length);
  for (let index = 0; index < mask.length; index += 1)
    mask[index] = (255 * ((filtered[index] as number) - SOFT.from)) / (SOFT.to - SOFT.from);
  return new Uint8Array(mask.buffer);
}

const shareAbove = (parts: Float32Array, least: number): number =>
  parts.reduce((count, part) => count + Number(part >= least), 0);

function haze(parts: Float32Array, mask: Mask, width: number): number {
  let [doubt, edge] = [0, 0];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as number;
    doubt += Math.min(part, 1 - part);
    if (mask[index] !== mask[index + 1] && (index + 1) % width !== 0) edge += 1;
  }
  return doubt / Math.max(1, edge);
}

/** Just inside the border: at the border itself models hardly see anything. */
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
