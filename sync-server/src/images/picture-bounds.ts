import { Refusal } from "@shelv/contract/refusal";
import type { Metadata } from "sharp";

/** All frames together. A phone's photo of 48 megapixels is one of the largest that a person brings. */
export const MAX_PIXELS = 50_000_000;
/** A small file can unfold to any size; at worst all of it is held in memory while it is drawn anew. */
const MAX_DECODED_BYTES = 160 * 1024 * 1024;
const MAX_FRAMES = 1000;

/** Refuses, by what the header claims, a picture that would take too much to decode. */
export function mustBeBearable({ width, height, pages = 1, channels, depth }: Metadata): void {
  const pixels = width * height * pages;
  const decodedBytes = pixels * channels * (depth === "uchar" ? 1 : 2);
  if (pages > MAX_FRAMES || pixels > MAX_PIXELS || decodedBytes > MAX_DECODED_BYTES) throw new Refusal("picture-missing");
}
