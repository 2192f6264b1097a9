import type { CutoutSigns } from "./cutout-decision";
import { faintPart } from "./faint-part";
import { withoutIslands } from "./islands";
import type { Mask, Pixels } from "./pixels";
import { softEdge } from "./soft-edge";

/** The thing's mask at the picture's size, and what tells how good it is. */
export type Cut = { mask: Mask; signs: CutoutSigns };

/** Thin parts are still there, and GrabCut takes no second. */
export const SMALL_PX = 400;

/** What was cut in the small picture, however that was done, without its islands and with a soft edge in the large one. */
export function finishedCut(pixels: Pixels, small: Pixels, cut: Mask, agreement: number): Cut {
  const { mask, dropped } = withoutIslands(cut, small.width);
  const area = mask.filter(Boolean).length / mask.length;
  const signs = { area, touching: touching(mask, small), dropped, agreement, faint: faintPart(small, mask) };
  return { mask: softEdge(pixels, small, mask), signs };
}

/** Looked at just inside the border: GrabCut's seed is never the thing's at the border itself. */
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
