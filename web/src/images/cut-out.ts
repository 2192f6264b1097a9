/**
 * A thing cut out of its picture: what stands out from the border's colours is GrabCut's beginning; it parts a small version
 * of the picture along its edges, and the large one gets a soft edge where the small one's runs.
 */
import type { OpenCV } from "@opencvjs/web";
import { borderSeed, PERHAPS_THING } from "./border-seed";
import type { CutoutSigns } from "./cutout-decision";
import { faintPart } from "./faint-part";
import { grabCut } from "./grab-cut";
import { withoutIslands } from "./islands";
import { type Mask, type Pixels, shrunk } from "./pixels";
import { softEdge } from "./soft-edge";

/** Thin parts are still there, and GrabCut takes no second. */
const SMALL_PX = 400;

/** The thing's mask at the picture's size, and what tells how good it is. Null where nothing stands out: then no engine is asked for. */
export async function cutOut(pixels: Pixels, loadEngine: () => Promise<typeof OpenCV>): Promise<{ mask: Mask; signs: CutoutSigns } | null> {
  const small = shrunk(pixels, SMALL_PX);
  const seed = borderSeed(small);
  if (!seed) return null;
  const cut = grabCut(await loadEngine(), small, seed);
  const { mask, dropped } = withoutIslands(cut, small.width);
  const area = mask.filter(Boolean).length / mask.length;
  const signs = { area, touching: touching(mask, small), dropped, agreement: agreement(seed, cut), faint: faintPart(small, mask) };
  return { mask: softEdge(pixels, small, mask), signs };
}

function agreement(seed: Uint8Array, cut: Mask): number {
  let shared = 0;
  let either = 0;
  for (const [index, label] of seed.entries()) {
    const isCut = cut[index] === 255;
    if (label === PERHAPS_THING && isCut) shared += 1;
    if (label === PERHAPS_THING || isCut) either += 1;
  }
  return either === 0 ? 0 : shared / either;
}

/** The seed's border is never the thing's: the way runs where the thing may first be. */
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
