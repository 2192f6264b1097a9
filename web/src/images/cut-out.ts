/**
 * A thing cut out of its picture: what stands out from the border's colours is GrabCut's beginning; it parts a small version
 * of the picture along its edges, and the large one gets a soft edge where the small one's runs.
 */
import type { OpenCV } from "@opencvjs/web";
import { borderSeed, PERHAPS_THING } from "./border-seed";
import { type Cut, finishedCut, SMALL_PX } from "./finished-cut";
import { grabCut } from "./grab-cut";
import { type Mask, type Pixels, shrunk } from "./pixels";

/** Null where nothing stands out: then no engine is asked for. */
export async function cutOut(pixels: Pixels, loadEngine: () => Promise<typeof OpenCV>): Promise<Cut | null> {
  const small = shrunk(pixels, SMALL_PX);
  const seed = borderSeed(small);
  if (!seed) return null;
  const cut = grabCut(await loadEngine(), small, seed);
  return finishedCut(pixels, small, cut, agreement(seed, cut));
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
