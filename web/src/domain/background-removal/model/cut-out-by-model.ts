import { type Cut, finishCutout } from "#domain/background-removal/mask/finish-cutout";
import { type Pixels, shrunk } from "#domain/background-removal/mask/pixels";
import type { Model } from "./load-model";
import { atSize, normalised } from "./salient-map";

/** A smaller range, stretched to full contrast, would be noise. */
export const FLAT = 0.05;
/** The mask is judged at this size, and thin parts remain. */
export const SMALL_PX = 400;

/** Null without an object. */
export async function cutOutByModel(pixels: Pixels, model: Model): Promise<Cut | null> {
  const map = normalised(await model(pixels), FLAT);
  if (!map) return null;
  const small = shrunk(pixels, SMALL_PX);
  return finishCutout(pixels, small, atSize(map, small));
}
