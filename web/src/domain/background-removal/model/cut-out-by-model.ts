/** By a saliency model, such as U²-Net or ISNet. */
import { type Cut, finishCutout, SMALL_PX } from "#domain/background-removal/mask/finish-cutout";
import { type Pixels, shrunk } from "#domain/background-removal/mask/pixels";
import { atSize, normalised, type SalientMap } from "./salient-map";

/** A map with a smaller range, stretched to full contrast, would be noise. */
const FLAT = 0.05;
/** A pixel from this value on is object; the generous and the strict threshold are for comparison. */
const CUT = 0.5;
const GENEROUS = 0.25;
const STRICT = 0.75;

/** Null without an object. */
export async function cutOutByModel(
  pixels: Pixels,
  saliencyOf: (pixels: Pixels) => Promise<SalientMap>,
): Promise<Cut | null> {
  const map = normalised(await saliencyOf(pixels), FLAT);
  if (!map) return null;
  const small = shrunk(pixels, SMALL_PX);
  const parts = atSize(map, small);
  const cut = Uint8Array.from(parts, (part) => (part >= CUT ? 255 : 0));
  return finishCutout(pixels, small, cut, agreement(parts));
}

/** A confident model gives the same object at both thresholds. */
const agreement = (parts: Float32Array): number =>
  parts.filter((part) => part >= STRICT).length /
  Math.max(1, parts.filter((part) => part >= GENEROUS).length);
