import type { Tap } from "#domain/background-removal/cutout-answer";
import type { Pixels } from "#domain/background-removal/mask/pixels";
import { islandsOf, neighbours } from "#domain/background-removal/mask/remove-islands";

const OBJECT = 0.5;
/** A tap beside an object selects it up to this share of the longer side. */
const NEAR = 0.06;

/**
 * The parts of the object at the tap, or nearest to it; doubtful pixels belong to the nearest object. Null
 * where none is near.
 */
export function partsAt(
  parts: Float32Array,
  { width, height }: Pick<Pixels, "width" | "height">,
  { x, y }: Tap,
): Float32Array | null {
  const owners = nearestIslands(
    Uint8Array.from(parts, (part) => (part >= OBJECT ? 255 : 0)),
    width,
  );
  const [column, row] = [
    Math.min(width - 1, Math.floor(x * width)),
    Math.min(height - 1, Math.floor(y * height)),
  ];
  const tapped = owners[row * width + column] as number;
  const isNear = parts.some(
    (part, index) =>
      part >= OBJECT &&
      owners[index] === tapped &&
      Math.hypot((index % width) - column, Math.floor(index / width) - row) <= NEAR * Math.max(width, height),
  );
  return isNear ? parts.map((part, index) => (owners[index] === tapped ? part : 0)) : null;
}

/** From 1: all islands grow at the same speed until they meet. */
function nearestIslands(mask: Uint8Array<ArrayBuffer>, width: number): Uint16Array {
  const owners = new Uint16Array(mask.length);
  const islands = islandsOf(mask, width);
  for (const [nth, island] of islands.entries()) for (const index of island) owners[index] = nth + 1;
  const reached = islands.flat();
  for (const index of reached) {
    for (const next of neighbours(index, width)) {
      if (owners[next] !== 0) continue;
      owners[next] = owners[index] as number;
      reached.push(next);
    }
  }
  return owners;
}
