import type { CutoutSigns } from "#domain/background-removal/cutout-decision";
import { faintEdgeShare } from "./faint-edge-share";
import { removeIslands } from "./remove-islands";
import type { Mask, Pixels } from "./pixels";
import { softEdge } from "./soft-edge";

/** The object's mask at the picture's size, and the measures of its quality. */
export type Cut = { mask: Mask; signs: CutoutSigns };

/** Keeps thin parts, and GrabCut takes under a second. */
export const SMALL_PX = 400;

/** Turns a small mask into the result: without islands, at full size with a soft edge. */
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

/** Measured just inside the border: at the border itself GrabCut's labels are always background. */
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
