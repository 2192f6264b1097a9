import { isAcceptableAnimation, PICTURE_MAX_PIXELS } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import type { Metadata } from "sharp";

/** A small file can unfold to any size; at worst all of it is held in memory while it is drawn anew. */
const MAX_DECODED_BYTES = 3 * PICTURE_MAX_PIXELS;

/** Refuses, by what the header claims, a picture that would take too much to decode. */
export function mustBeBearable({ width, height, pages = 1, channels, depth }: Metadata): void {
  const pixels = width * height;
  if (pixels > PICTURE_MAX_PIXELS) throw new Refusal("picture-too-many-pixels");
  if (pages > 1 && !isAcceptableAnimation({ width, height, frames: pages }))
    throw new Refusal("picture-too-heavy");
  if (pixels * pages * channels * (depth === "uchar" ? 1 : 2) > MAX_DECODED_BYTES)
    throw new Refusal("picture-too-heavy");
}
