import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { withChunk } from "./picture-bytes.ts";

type Size = { width?: number; height?: number };
type Bytes = Uint8Array<ArrayBuffer>;

export const pictureFixture = async (name: string): Promise<Bytes> =>
  new Uint8Array(await readFile(new URL(`../pictures/fixtures/${name}`, import.meta.url)));

export async function picture(
  format: "jpeg" | "png" | "gif" | "webp",
  { width = 640, height = 480 }: Size = {},
): Promise<Bytes> {
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
  return new Uint8Array(await noise.toFormat(format, { effort: 1 }).toBuffer());
}

export const imageFile = async (): Promise<Blob> =>
  new Blob([await picture("png", { width: 8, height: 8 })], { type: "image/png" });

export async function movingPicture(
  format: "gif" | "webp",
  { width = 320, height = 240 }: Size = {},
): Promise<Bytes> {
  const frames = await Promise.all(
    ["#c33", "#3c3", "#33c"].map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = sharp(frames, { join: { animated: true } });
  return new Uint8Array(await animation[format]({ delay: [100, 200, 300], loop: 0 }).toBuffer());
}

export async function photoWithMetadata(payload = "taken at home"): Promise<Bytes> {
  const photo = sharp({ create: { width: 400, height: 200, channels: 3, background: "#c33" } })
    .withExif({
      IFD0: { Copyright: payload, ImageDescription: payload },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${payload}</note></x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .jpeg();
  return new Uint8Array(await photo.toBuffer());
}

/** Pure red in a wide-gamut colour space: no number of the file may reach the web unchanged. */
export async function wideGamutPicture(): Promise<Bytes> {
  const red = sharp({ create: { width: 100, height: 100, channels: 3, background: "#c83232" } });
  return new Uint8Array(await red.withIccProfile("p3", { attach: true }).png().toBuffer());
}

export async function repeatingRows({ width, height }: Required<Size>): Promise<Bytes> {
  const rows = randomBytes(width * 12);
  const pixels = Buffer.concat(Array<Buffer>(height / 12).fill(rows));
  const grey = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace("b-w");
  return new Uint8Array(await grey.png({ compressionLevel: 9 }).toBuffer());
}

export async function plainPicture(
  format: "jpeg" | "png" | "webp",
  width: number,
  height: number,
): Promise<Bytes> {
  const plain = sharp({ create: { width, height, channels: 3, background: "#fff" } });
  return new Uint8Array(
    await (format === "webp" ? plain.webp({ lossless: true }) : plain.toFormat(format)).toBuffer(),
  );
}

export async function deepPicture(): Promise<Bytes> {
  const plain = sharp({
    create: { width: 7000, height: 3700, channels: 4, background: "#fff8" },
  }).toColourspace("rgb16");
  return new Uint8Array(await plain.png({ progressive: true }).toBuffer());
}

export async function animatedPng(): Promise<Bytes> {
  return withChunk(
    await picture("png", { width: 40, height: 30 }),
    "acTL",
    Uint8Array.from([0, 0, 0, 1, 0, 0, 0, 0]),
  );
}
