import { PICTURE_MAX_FRAMES, PICTURE_MAX_PIXELS } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import type { Metadata } from "sharp";

/** A small file can unfold to any size; at worst all of it is held in memory while it is drawn anew. */
const MAX_DECODED_BYTES = 160 * 1024 * 1024;

/** Refuses, by what the header claims, a picture that would take too much to decode. */
export function mustBeBearable({ width, height, pages = 1, channels, depth }: Metadata): void {
  const pixels = width * height * pages;
  const decodedBytes = pixels * channels * (depth === "uchar" ? 1 : 2);
  if (pages > PICTURE_MAX_FRAMES || pixels > PICTURE_MAX_PIXELS || decodedBytes > MAX_DECODED_BYTES) throw new Refusal("picture-missing");
}
