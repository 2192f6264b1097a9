/** What two masks share, of what either covers: one when they are the same. Both in 0 to 255; soft edges count in part. */
export function iou(mask: Uint8Array, other: Uint8Array): number {
  let shared = 0;
  let either = 0;
  for (const [index, value] of mask.entries()) {
    shared += Math.min(value, other[index] ?? 0);
    either += Math.max(value, other[index] ?? 0);
  }
  return either === 0 ? 1 : shared / either;
}
