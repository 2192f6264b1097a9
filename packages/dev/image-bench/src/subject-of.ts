import type { Tap } from "web/domain/background-removal/cutout-answer";
import { islandsOf } from "web/domain/background-removal/mask/remove-islands";
import type { RenderedScene } from "./scene.ts";

/** The largest of the scene's objects: a mask, and the point in it that is farthest from its edge. */
export function subjectOf({ width, height, mask }: RenderedScene): { mask: Uint8Array; tap: Tap } {
  const islands = islandsOf(
    Uint8Array.from(mask, (value) => (value > 127 ? 255 : 0)),
    width,
  );
  const largest = islands.reduce((most, island) => (island.length > most.length ? island : most), []);
  const alone = new Uint8Array(mask.length);
  for (const index of largest) alone[index] = 255;
  const depths = depthsIn(alone, width);
  const at = depths.reduce((deepest, depth, index) => (depth > (depths[deepest] ?? 0) ? index : deepest), 0);
  return {
    mask: alone,
    tap: { x: ((at % width) + 0.5) / width, y: (Math.floor(at / width) + 0.5) / height },
  };
}

/** Steps to the nearest pixel outside the mask, or to the picture's border. */
function depthsIn(mask: Uint8Array, width: number): Uint16Array {
  const depths = new Uint16Array(mask.length);
  const nearest = (index: number, beside: number, row: number) =>
    1 + Math.min(beside < 0 ? 0 : (depths[beside] ?? 0), depths[index + row] ?? 0);
  for (let index = 0; index < mask.length; index += 1)
    depths[index] = mask[index] ? nearest(index, index % width === 0 ? -1 : index - 1, -width) : 0;
  for (let index = mask.length - 1; index >= 0; index -= 1)
    depths[index] = Math.min(
      depths[index] ?? 0,
      nearest(index, index % width === width - 1 ? -1 : index + 1, width),
    );
  return depths;
}
