import type { PictureShape } from "@shelv/contract/picture";
import sharp from "sharp";

/** The shape of a file that was made here. */
export async function shapeOf(original: Uint8Array): Promise<PictureShape> {
  const { width, height, pages = 1 } = await sharp(original).metadata();
  return { width, height, isAnimated: pages > 1 };
}
