/** Colours unlike the border's start GrabCut on a small version; the large picture gets a soft edge there. */
import type { OpenCV } from "@opencvjs/web";
import { borderSeed, PROBABLE_OBJECT } from "./border-seed";
import { type Cut, finishCutout, SMALL_PX } from "./finish-cutout";
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

const ROUNDS = 3;

/** OpenCV's GrabCut (Rother 2004), from the labels in `seed`. */
function grabCut(cv: typeof OpenCV, { width, height, rgba }: Pixels, seed: Uint8Array): Mask {
  const colours = cv.matFromArray(height, width, cv.CV_8UC3, withoutAlpha(rgba));
  const labels = cv.matFromArray(height, width, cv.CV_8UC1, seed);
  const behind = new cv.Mat();
  const thing = new cv.Mat();
  try {
    cv.grabCut(
      colours,
      labels,
      new cv.Rect(0, 0, width, height),
      behind,
      thing,
      ROUNDS,
      cv.GC_INIT_WITH_MASK,
    );
    // Odd labels are the object: certain (1) or probable (3).
    return Uint8Array.from(labels.data, (label: number) => (label % 2 === 1 ? 255 : 0));
  } finally {
    for (const mat of [colours, labels, behind, thing]) mat.delete();
  }
}

const withoutAlpha = (rgba: Pixels["rgba"]) => rgba.filter((_, index) => index % 4 !== 3);
