import type { CutoutSigns } from "#domain/background-removal/cutout-decision";
import { faintEdgeShare } from "./faint-edge-share";
import { removeIslands } from "./remove-islands";
import type { Mask, Pixels } from "./pixels";
import { softEdge } from "./soft-edge";

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
