import { PICTURE_LONGEST_SIDE_PX, PICTURE_QUALITY } from "@shelv/contract/rows/picture";

export function fittedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, PICTURE_LONGEST_SIDE_PX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** In steps, because tenths do not add up. */
export function qualitySteps(): number[] {
  const { start, floor, step } = PICTURE_QUALITY;
  const count = Math.round((start - floor) / step) + 1;
  return Array.from({ length: count }, (_, index) => Number((start - index * step).toFixed(2)));
}
