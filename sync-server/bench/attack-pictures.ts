/** Pictures that are small to send and costly to store. */
import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A few random rows, repeated: PNG stores the repetition in few bytes, a lossy or lossless encoder cannot. */
function repeatedRows({
  width,
  height,
  rows,
  channels,
}: {
  width: number;
  height: number;
  rows: number;
  channels: 1 | 3;
}): Buffer {
  const noise = randomBytes(width * rows * channels);
  const whole = Buffer.alloc(width * height * channels);
  for (let at = 0; at < whole.length; at += noise.length) noise.copy(whole, at);
  return whole;
}

/** 2400 × 2400 pixels in about 72 kB. */
export async function amplifyingPng(): Promise<Uint8Array<ArrayBuffer>> {
  const raw = repeatedRows({ width: 2400, height: 2400, rows: 12, channels: 1 });
  return new Uint8Array(
    await sharp(raw, { raw: { width: 2400, height: 2400, channels: 1 } })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
}

/** A lossless moving picture of 100 frames of 700 × 700 pixels. */
export async function endlessWebp(): Promise<Uint8Array<ArrayBuffer>> {
  const size = { width: 700, height: 700 * 100 };
  const raw = repeatedRows({ ...size, rows: 8, channels: 3 });
  const animated = sharp(raw, { raw: { ...size, channels: 3, pageHeight: 700 }, limitInputPixels: false });
  return new Uint8Array(
    await animated
      .webp({ lossless: true, effort: 0, loop: 0, delay: Array.from({ length: 100 }, () => 50) })
      .toBuffer(),
  );
}

/** A picture like any other. */
export const plainPng = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width: 640, height: 480, channels: 3, background: "#8c3c28" } })
      .png()
      .toBuffer(),
  );
