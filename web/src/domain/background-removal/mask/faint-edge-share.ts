import type { Mask, Pixels } from "./pixels";

const REACH = 3;
const FAINT = 18;

/** There the edge is a guess: it may lose half the object or add a shadow. */
export function faintEdgeShare({ width, height, rgba }: Pixels, mask: Mask): number {
  let [faint, length] = [0, 0];
  const compare = (behind: number, thing: number) => {
    const distance = Math.hypot(
      ...[0, 1, 2].map(
        (channel) =>
          meanAt(rgba, width, height, behind, channel) - meanAt(rgba, width, height, thing, channel),
      ),
    );
    length += 1;
    if (distance < FAINT) faint += 1;
  };
  for (let y = REACH; y < height - REACH; y += 1) {
    for (let x = REACH; x < width - REACH; x += 1) {
      const at = y * width + x;
      if (mask[at] !== mask[at + 1]) compare(at - (REACH - 1), at + REACH);
      if (mask[at] !== mask[at + width]) compare(at - (REACH - 1) * width, at + REACH * width);
    }
  }
  return faint / Math.max(1, length);
}

function meanAt(rgba: Pixels["rgba"], width: number, height: number, index: number, channel: number): number {
  const x = Math.min(width - 2, Math.max(1, index % width));
  const y = Math.min(height - 2, Math.max(1, Math.floor(index / width)));
  let sum = 0;
  for (let nearY = y - 1; nearY <= y + 1; nearY += 1)
    for (let nearX = x - 1; nearX <= x + 1; nearX += 1)
      sum += rgba[(nearY * width + nearX) * 4 + channel] as number;
  return sum / 9;
}
