import type { Mask } from "./pixels";

const LEAST_PART = 0.03;

export function removeIslands(mask: Mask, width: number): { mask: Mask; dropped: number } {
  const islands = islandsOf(mask, width);
  const largest = islands.reduce((most, { length }) => Math.max(most, length), 0);
  const kept = new Uint8Array(mask.length);
  let dropped = 0;
  let all = 0;
  for (const island of islands) {
    all += island.length;
    if (island.length < largest * LEAST_PART) dropped += island.length;
    else for (const index of island) kept[index] = 255;
  }
  return { mask: kept, dropped: dropped / Math.max(1, all) };
}

export function islandsOf(mask: Mask, width: number): number[][] {
  const seen = new Uint8Array(mask.length);
  const islands: number[][] = [];
  for (let start = 0; start < mask.length; start += 1)
    if (mask[start] && !seen[start]) islands.push(flooded(mask, seen, width, start));
  return islands;
}

function flooded(mask: Mask, seen: Uint8Array, width: number, start: number): number[] {
  const island = [start];
  seen[start] = 1;
  for (const index of island) {
    for (const next of neighbours(index, width)) {
      if (!mask[next] || seen[next]) continue;
      seen[next] = 1;
      island.push(next);
    }
  }
  return island;
}

/** Some may be outside the picture. */
export function neighbours(index: number, width: number): number[] {
  const x = index % width;
  return [x > 0 ? index - 1 : -1, x < width - 1 ? index + 1 : -1, index - width, index + width];
}
