import type { Mask, Pixels } from "./pixels";

/** How far from the small mask's edge the true one may lie, and how far around a pixel its two sides are looked at; in pixels of the small mask. */
const BAND = 2;
const AROUND = 4;

/** A mask of a small picture at the size of the large one: near its edge each pixel is as much the thing as its colour lies between the two sides'. */
export function softEdge({ width, height, rgba }: Pixels, small: Pixels, mask: Mask): Mask {
  const alpha = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const smallY = Math.min(small.height - 1, Math.floor((y * small.height) / height));
    for (let x = 0; x < width; x += 1) {
      const at = smallY * small.width + Math.min(small.width - 1, Math.floor((x * small.width) / width));
      alpha[y * width + x] = mask[at] ?? 0;
    }
  }
  const sides = sidesAlong(small, mask);
  for (let index = 0; index < alpha.length; index += 1) {
    const x = index % width;
    const y = (index - x) / width;
    const at = Math.floor((y * small.height) / height) * small.width + Math.floor((x * small.width) / width);
    const side = sides.get(at);
    if (side) alpha[index] = share(rgba, index * 4, side);
  }
  return alpha;
}

type Side = { thing: readonly number[]; behind: readonly number[] };

/** How far a colour lies from what is behind to the thing, in 0 to 255; steeper than straight, since what is near a side is of that side. */
function share(rgba: Pixels["rgba"], at: number, { thing, behind }: Side): number {
  let along = 0;
  let length = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const way = (thing[channel] ?? 0) - (behind[channel] ?? 0);
    along += ((rgba[at + channel] ?? 0) - (behind[channel] ?? 0)) * way;
    length += way ** 2;
  }
  const part = length === 0 ? 1 : along / length;
  return Math.round(255 * Math.min(1, Math.max(0, (part - 0.2) / 0.6)));
}

/** For each pixel of the small picture that lies near the mask's edge: the mean colours of the thing and of what is behind, near it. */
function sidesAlong({ width, height, rgba }: Pixels, mask: Mask): Map<number, Side> {
  const sides = new Map<number, Side>();
  for (let index = 0; index < mask.length; index += 1) {
    if (!isNearEdge(mask, width, height, index)) continue;
    const thing = meanAround(rgba, mask, width, height, index, 255);
    const behind = meanAround(rgba, mask, width, height, index, 0);
    if (thing && behind) sides.set(index, { thing, behind });
  }
  return sides;
}

function isNearEdge(mask: Mask, width: number, height: number, index: number): boolean {
  for (const near of around(width, height, index, BAND)) if (mask[near] !== mask[index]) return true;
  return false;
}

/** Pixels at the edge itself are of both sides, and so tell of neither: they are left out where there are others. */
function meanAround(rgba: Pixels["rgba"], mask: Mask, width: number, height: number, index: number, side: number): number[] | null {
  const sum = [0, 0, 0, 0];
  for (const near of around(width, height, index, AROUND)) {
    if (mask[near] !== side) continue;
    const isInner = around(width, height, near, 1).every((next) => mask[next] === side);
    const weight = isInner ? 1 : 0.01;
    for (let channel = 0; channel < 3; channel += 1) sum[channel] = (sum[channel] ?? 0) + weight * (rgba[near * 4 + channel] ?? 0);
    sum[3] = (sum[3] ?? 0) + weight;
  }
  const weights = sum[3] ?? 0;
  return weights === 0 ? null : sum.slice(0, 3).map((value) => value / weights);
}

function around(width: number, height: number, index: number, reach: number): number[] {
  const x = index % width;
  const y = (index - x) / width;
  const found: number[] = [];
  for (let nearY = Math.max(0, y - reach); nearY <= Math.min(height - 1, y + reach); nearY += 1) {
    for (let nearX = Math.max(0, x - reach); nearX <= Math.min(width - 1, x + reach); nearX += 1) found.push(nearY * width + nearX);
  }
  return found;
}
