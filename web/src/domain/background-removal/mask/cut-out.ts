/** Colours unlike the border's start GrabCut on a small version; the large picture gets a soft edge there. */
import type { OpenCV } from "@opencvjs/web";
import { borderSeed, PROBABLE_OBJECT } from "./border-seed";
import { type Cut, finishCutout, SMALL_PX } from "./finish-cutout";
import { grabCut } from "./grab-cut";
import { type Mask, type Pixels, shrunk } from "./pixels";

/** Null, without loading the engine, if nothing differs from the border. */
export async function cutOut(pixels: Pixels, loadEngine: () => Promise<typeof OpenCV>): Promise<Cut | null> {
  const small = shrunk(pixels, SMALL_PX);
  const seed = borderSeed(small);
  if (!seed) return null;
  const cut = grabCut(await loadEngine(), small, seed);
  return finishCutout(pixels, small, cut, agreement(seed, cut));
}

function agreement(seed: Uint8Array, cut: Mask): number {
  let shared = 0;
  let either = 0;
  for (const [index, label] of seed.entries()) {
    const isCut = cut[index] === 255;
    if (label === PROBABLE_OBJECT && isCut) shared += 1;
    if (label === PROBABLE_OBJECT || isCut) either += 1;
  }
  return either === 0 ? 0 : shared / either;
}
