import sharp from "sharp";
import { diceOf } from "./dice.ts";
import type { Scene } from "./scene.ts";

/** RGBA, and a mask: 255 inside the object. Both row by row. */
export type RenderedScene = { width: number; height: number; rgba: Uint8Array; mask: Uint8Array };

const EDGE_BLUR_SIGMA = 0.7;
const NOISE = 5;
const JPEG_QUALITY = 88;

export async function renderScene(
  { picture, thing, width, height }: Scene,
  seed: number,
): Promise<RenderedScene> {
  const sharpEdged = await sharp(Buffer.from(picture)).removeAlpha().blur(EDGE_BLUR_SIGMA).raw().toBuffer();
  const seen = asSeenByCamera(sharpEdged, width, height, seed);
  const jpeg = await sharp(seen, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  const rgba = await sharp(jpeg).ensureAlpha().raw().toBuffer();
  const alone = await sharp(Buffer.from(thing)).ensureAlpha().extractChannel(3).raw().toBuffer();
  return { width, height, rgba: new Uint8Array(rgba), mask: solid(alone) };
}

/** Darker corners, and noise in every pixel. */
function asSeenByCamera(pixels: Buffer, width: number, height: number, seed: number): Buffer {
  const dice = diceOf(seed + 77);
  return Buffer.from(
    pixels.map((value, index) => {
      const pixel = Math.floor(index / 3);
      const away = Math.hypot((pixel % width) / width - 0.5, Math.floor(pixel / width) / height - 0.5);
      return Math.min(255, Math.max(0, value * (1.05 - 0.3 * away ** 2) + dice.between(-NOISE, NOISE)));
    }),
  );
}

/** Glass is transparent but belongs to the object. */
const solid = (alpha: Uint8Array) => new Uint8Array(alpha).map((value) => (value > 60 ? 255 : value * 4));
