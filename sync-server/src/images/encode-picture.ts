/**
 * Makes what pages ask for out of an upload. Nothing of the upload itself is kept: what comes out was drawn anew, in the
 * web's own colours, without its metadata (where it was taken, for one) and without whatever else hid in the file.
 *
 * A photo of 1200 pixels takes about half a second of one core, of which the AVIFs are two thirds: little enough to make
 * all of it before the upload is answered, so that no address that a page names is ever empty. AVIF at effort 4 takes four
 * times as long as at 3 and is not smaller; at 2 it is a fifth larger.
 */
import { availableParallelism } from "node:os";
import {
  ORIGINAL_LONGEST_SIDE_PX,
  PICTURE_ENCODING_MAX_MS,
  PICTURE_MAX_PIXELS,
  PICTURE_TYPES,
  PICTURE_WIDTHS,
  type PictureFile,
} from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import { fileTypeFromBuffer } from "file-type";
import sharp, { type Metadata, type ResizeOptions, type Sharp, type SharpOptions } from "sharp";
import { mustBeBearable } from "./picture-bounds.ts";
import { withGammaAsProfile } from "./png-gamma.ts";
import { repairUpload } from "./repair-upload.ts";

export type EncodedFile = { name: PictureFile; bytes: Buffer };

const AVIF = { quality: 55, effort: 3 };
const WEBP = { quality: 82, effort: 4 };
const MOVING_WEBP = { quality: 75, effort: 1 };
const ORIGINAL_WEBP = { quality: 90, effort: 2 };

// Whatever the first bytes pretend: no other decoder than these four is ever handed an upload.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});
// No picture is ever made twice.
sharp.cache(false);
// The thread that answers keeps a core, where there is more than one.
sharp.concurrency(Math.max(1, availableParallelism() - 1));

/**
 * Every file of the picture. Refuses what is no picture of the four kinds, is broken, is too much to decode, or is not done by the
 * deadline, which all files share.
 */
export async function encodePicture(
  upload: Uint8Array,
  withinMs = PICTURE_ENCODING_MAX_MS,
): Promise<EncodedFile[]> {
  if (!(await isOfKnownType(upload))) throw new Refusal("wrong-media-type");
  const deadline = new Deadline(withinMs);
  const { bytes, failOn } = repairUpload(withGammaAsProfile(upload));
  const decode: Decode = (options = {}) =>
    sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn, ...options });
  try {
    // Only the header is read here; what it says is bounded next, with a sentence for each bound.
    const metadata = await decode({ limitInputPixels: false }).metadata();
    mustBeBearable(metadata);
    return await ((metadata.pages ?? 1) > 1
      ? movingFiles(decode, deadline)
      : stillFiles(decode, metadata, deadline));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(deadline.isOver ? "picture-too-heavy" : "picture-missing");
  }
}

type Decode = (options?: SharpOptions) => Sharp;

class Deadline {
  readonly #endsAt: number;

  constructor(afterMs: number) {
    this.#endsAt = performance.now() + afterMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets this step take what is left; libvips ends it then. */
  limit(step: Sharp): Sharp {
    if (this.isOver) throw new Refusal("picture-too-heavy");
    return step.timeout({ seconds: Math.ceil((this.#endsAt - performance.now()) / 1000) });
  }
}

/** What the bytes say, not the name nor the sender. An animated PNG is a PNG; it will stand still. */
async function isOfKnownType(upload: Uint8Array): Promise<boolean> {
  const mime = (await fileTypeFromBuffer(upload))?.mime;
  return mime === "image/apng" || (PICTURE_TYPES as readonly (string | undefined)[]).includes(mime);
}

/** The upload is decoded once; the files are made of what came out, one after the other. */
async function stillFiles(decode: Decode, metadata: Metadata, deadline: Deadline): Promise<EncodedFile[]> {
  const { data, info } = await deadline
    .limit(inWebColours(decode(), metadata).autoOrient().resize(ORIGINAL_SIZE))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const whole = sharp(data, { raw: { width, height, channels } });
  const made = (picture: Sharp) => deadline.limit(picture).toBuffer();
  const files: EncodedFile[] = [
    { name: "original.webp", bytes: await made(whole.clone().webp(ORIGINAL_WEBP)) },
  ];
  for (const width of PICTURE_WIDTHS) {
    const sized = whole.clone().resize({ width, withoutEnlargement: true });
    files.push({ name: `${width}.webp`, bytes: await made(sized.clone().webp(WEBP)) });
    files.push({ name: `${width}.avif`, bytes: await made(sized.clone().avif(AVIF)) });
  }
  return files;
}

/** sRGB, eight bits. Of sixteen bits with a profile sharp makes Display P3 and leaves it so; of grey ones it heeds no profile. */
function inWebColours(picture: Sharp, { depth, channels, icc }: Metadata): Sharp {
  if (depth === "uchar" || icc === undefined) return picture.toColourspace("srgb");
  return channels < 3
    ? picture.pipelineColourspace("b-w").toColourspace("srgb")
    : picture.withIccProfile("srgb", { attach: false });
}

/** All frames, as WebP alone: an animated AVIF would take minutes. */
async function movingFiles(decode: Decode, deadline: Deadline): Promise<EncodedFile[]> {
  const made = (size: ResizeOptions) =>
    deadline.limit(decode({ animated: true }).resize(size).webp(MOVING_WEBP)).toBuffer();
  const files: EncodedFile[] = [{ name: "original.webp", bytes: await made(ORIGINAL_SIZE) }];
  for (const width of PICTURE_WIDTHS)
    files.push({ name: `${width}.webp`, bytes: await made({ width, withoutEnlargement: true }) });
  return files;
}

const ORIGINAL_SIZE = {
  width: ORIGINAL_LONGEST_SIDE_PX,
  height: ORIGINAL_LONGEST_SIDE_PX,
  fit: "inside",
  withoutEnlargement: true,
} as const;
