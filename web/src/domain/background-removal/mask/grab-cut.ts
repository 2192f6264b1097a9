import type { OpenCV } from "@opencvjs/web";
import type { Mask, Pixels } from "./pixels";

const ROUNDS = 3;

/** OpenCV's GrabCut (Rother 2004), from the labels in `seed`. */
export function grabCut(cv: typeof OpenCV, { width, height, rgba }: Pixels, seed: Uint8Array): Mask {
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
