import { PICTURE_TYPES, PICTURE_WIDTHS, type PictureWidth } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";

/** Pixels are counted from the header, before anything is decoded: a small file can claim to be a huge picture. */
const MAX_PIXELS = 50_000_000;

export type Variant = { width: PictureWidth; bytes: Buffer };

/**
 * Makes what pages ask for out of an upload. Nothing of the upload itself is kept: what comes out was drawn anew, without
 * its metadata (where it was taken, for one) and without whatever else hid in the file.
 */
export async function encodePicture(upload: Uint8Array): Promise<Variant[]> {
  const type = await fileTypeFromBuffer(upload);
  if (!type || !(PICTURE_TYPES as readonly string[]).includes(type.mime)) throw new Refusal("wrong-media-type");
  const picture = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
  try {
    return await Promise.all(PICTURE_WIDTHS.map(async (width) => ({
      width,
      bytes: await picture.clone().resize({ width, withoutEnlargement: true }).webp({ quality: 82 }).toBuffer(),
    })));
  } catch {
    throw new Refusal("picture-missing");
  }
}
