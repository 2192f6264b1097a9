import type { Mask, Pixels } from "./pixels";

/** In px from the picture's top left corner. */
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

export function cropped({ width, rgba }: Pixels, box: Box) {
  const part = new Uint8ClampedArray(box.width * box.height * 4);
  for (let y = 0; y < box.height; y += 1) {
    const from = (box.y + y) * width + box.x;
    part.set(rgba.subarray(from * 4, (from + box.width) * 4), y * box.width * 4);
  }
  return { width: box.width, height: box.height, rgba: part };
}
