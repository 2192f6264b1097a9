import type { Mask } from "./pixels";

/** A part of a picture, in pixels from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number };

const SEEN = 16;

export function boxAround(mask: Mask, width: number): Box | null {
  let [left, top, right, bottom] = [width, mask.length, -1, -1];
  for (let index = 0; index < mask.length; index += 1) {
    if ((mask[index] ?? 0) < SEEN) continue;
    const x = index % width;
    const y = (index - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
