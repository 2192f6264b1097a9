import sharp from "sharp";

/** How a page draws a picture before it is there. */
export type PictureShape = { width: number; height: number; isAnimated: boolean };

/** The shape of a file that was made here. */
export async function shapeOf(original: Uint8Array): Promise<PictureShape> {
  const { width, height, pages = 1 } = await sharp(original).metadata();
  return { width, height, isAnimated: pages > 1 };
}
