/**
 * Makes what pages ask for out of an upload. Nothing of the upload itself is kept: what comes out was drawn anew, in the
 * web's own colours, without its metadata (where it was taken, for one) and without whatever else hid in the file.
 *
 * A photo of 1200 pixels takes about half a second of one core, of which the AVIFs are two thirds: little enough to make
 * all of it before the upload is answered, so that no address that a page names is ever empty. AVIF at effort 4 takes four
 * times as long as at 3 and is not smaller; at 2 it is a fifth larger.
 */
import { ORIGINAL_LONGEST_SIDE_PX, PICTURE_MAX_PIXELS, PICTURE_TYPES, PICTURE_WIDTHS, type PictureFile } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import { fileTypeFromBuffer } from "file-type";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { mustBeBearable } from "./picture-bounds.ts";

export type EncodedFile = { name: PictureFile; bytes: Buffer };

const SECONDS_AT_MOST = 20;
const AVIF = { quality: 55, effort: 3 };
const WEBP = { quality: 82, effort: 4 };
const MOVING_WEBP = { quality: 75, effort: 1 };
const ORIGINAL_WEBP = { quality: 90, effort: 2 };
const OPTIONS: SharpOptions = { limitInputPixels: PICTURE_MAX_PIXELS, failOn: "error" };

// Whatever the first bytes pretend: no other decoder than these four is ever handed an upload.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer", "VipsForeignLoadNsgifBuffer"],
});
// No picture is ever made twice.
sharp.cache(false);

/** Every file of the picture. Refuses what is no picture of the four kinds, is broken, or is too much to decode. */
export async function encodePicture(upload: Uint8Array): Promise<EncodedFile[]> {
  if (!(await isOfKnownType(upload))) throw new Refusal("wrong-media-type");
  try {
    const metadata = await sharp(upload, OPTIONS).metadata();
    mustBeBearable(metadata);
    return await ((metadata.pages ?? 1) > 1 ? movingFiles(upload) : stillFiles(upload));
  } catch {
    throw new Refusal("picture-missing");
  }
}

/** What the bytes say, not the name nor the sender. An animated PNG is a PNG; it will stand still. */
async function isOfKnownType(upload: Uint8Array): Promise<boolean> {
  const mime = (await fileTypeFromBuffer(upload))?.mime;
  return mime === "image/apng" || (PICTURE_TYPES as readonly (string | undefined)[]).includes(mime);
}

/** The upload is decoded once; the files are made of what came out, one after the other. */
async function stillFiles(upload: Uint8Array): Promise<EncodedFile[]> {
  const { data, info } = await limited(sharp(upload, OPTIONS))
    .autoOrient()
    .resize(ORIGINAL_SIZE)
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const whole = sharp(data, { raw: { width, height, channels } });
  const files: EncodedFile[] = [{ name: "original.webp", bytes: await whole.clone().webp(ORIGINAL_WEBP).toBuffer() }];
  for (const width of PICTURE_WIDTHS) {
    const sized = whole.clone().resize({ width, withoutEnlargement: true });
    files.push({ name: `${width}.webp`, bytes: await sized.clone().webp(WEBP).toBuffer() });
    files.push({ name: `${width}.avif`, bytes: await sized.clone().avif(AVIF).toBuffer() });
  }
  return files;
}

/** All frames, as WebP alone: an animated AVIF would take minutes. */
async function movingFiles(upload: Uint8Array): Promise<EncodedFile[]> {
  const moving = () => limited(sharp(upload, { ...OPTIONS, animated: true }));
  const files: EncodedFile[] = [{ name: "original.webp", bytes: await moving().resize(ORIGINAL_SIZE).webp(MOVING_WEBP).toBuffer() }];
  for (const width of PICTURE_WIDTHS) {
    files.push({ name: `${width}.webp`, bytes: await moving().resize({ width, withoutEnlargement: true }).webp(MOVING_WEBP).toBuffer() });
  }
  return files;
}

const ORIGINAL_SIZE = {
  width: ORIGINAL_LONGEST_SIDE_PX, height: ORIGINAL_LONGEST_SIDE_PX, fit: "inside", withoutEnlargement: true,
} as const;

const limited = (picture: Sharp) => picture.timeout({ seconds: SECONDS_AT_MOST });
