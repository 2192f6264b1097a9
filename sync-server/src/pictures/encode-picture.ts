/**
 * Encodes uploads again: nothing of the upload itself is stored, only its pixels in sRGB, without metadata
 * (such as the location) and anything hidden.
 *
 * A photo of 1200 pixels takes about half a second of one core, two thirds of it for AVIF: it finishes before
 * the upload is answered. AVIF at effort 4 takes four times as long as at 3 and is not smaller; at 2 it is a
 * fifth larger.
 */
import { availableParallelism } from "node:os";
import {
  isAcceptableAnimation,
  ORIGINAL_LONGEST_SIDE_PX,
  PICTURE_ENCODING_MAX_MS,
  PICTURE_MAX_PIXELS,
  PICTURE_TYPES,
  PICTURE_WIDTHS,
  type PictureFile,
} from "@shelv/contract/rows/picture";
import { Refusal } from "@shelv/contract/refusal";
import { fileTypeFromBuffer } from "file-type";
import sharp, { type Metadata, type ResizeOptions, type Sharp, type SharpOptions } from "sharp";
import { withGammaAsProfile } from "./png-gamma.ts";

export type EncodedFile = { name: PictureFile; bytes: Buffer };

const AVIF = { quality: 55, effort: 3 };
const WEBP = { quality: 82, effort: 4 };
const MOVING_WEBP = { quality: 75, effort: 1 };
const ORIGINAL_WEBP = { quality: 90, effort: 2 };

// libvips may use no other decoders, whatever an upload's first bytes claim.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});
sharp.cache(false);
// One core is left to the server's main thread.
sharp.concurrency(Math.max(1, availableParallelism() - 1));

/**
 * Rejects an upload of another type, that is broken, smaller than `minSidePx`, too much to decode, or exceeds the deadline of all files
 * together.
 */
export async function encodePicture(
  upload: Uint8Array,
  { withinMs = PICTURE_ENCODING_MAX_MS, minSidePx = 1 }: { withinMs?: number; minSidePx?: number } = {},
): Promise<EncodedFile[]> {
  if (!(await isOfKnownType(upload))) throw new Refusal("wrong-media-type");
  const deadline = new Deadline(withinMs);
  const { bytes, failOn } = repairUpload(withGammaAsProfile(upload));
  const decode: Decode = (options = {}) =>
    sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn, ...options });
  try {
    // The header's values are checked next, with a message for each limit.
    const metadata = await decode({ limitInputPixels: false }).metadata();
    mustBeBearable(metadata);
    if (Math.min(metadata.width, metadata.height) < minSidePx) throw new Refusal("picture-missing");
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

  limit(step: Sharp): Sharp {
    if (this.isOver) throw new Refusal("picture-too-heavy");
    return step.timeout({ seconds: Math.ceil((this.#endsAt - performance.now()) / 1000) });
  }
}

/** An animated PNG counts as a PNG and becomes a still. */
async function isOfKnownType(upload: Uint8Array): Promise<boolean> {
  const mime = (await fileTypeFromBuffer(upload))?.mime;
  return mime === "image/apng" || (PICTURE_TYPES as readonly (string | undefined)[]).includes(mime);
}

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

/**
 * The picture in sRGB with eight bits. For sixteen bits with a profile sharp outputs Display P3, and for grey
 * ones it ignores the profile.
 */
function inWebColours(picture: Sharp, { depth, channels, icc }: Metadata): Sharp {
  if (depth === "uchar" || icc === undefined) return picture.toColourspace("srgb");
  return channels < 3
    ? picture.pipelineColourspace("b-w").toColourspace("srgb")
    : picture.withIccProfile("srgb", { attach: false });
}

/** The files of an animation, WebP only: an animated AVIF would take minutes. */
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

/** A small file can decode to any size, in the worst case all in memory. */
const MAX_DECODED_BYTES = 3 * PICTURE_MAX_PIXELS;

/** By the header, before anything is decoded. */
function mustBeBearable({ width, height, pages = 1, channels, depth }: Metadata): void {
  const pixels = width * height;
  if (pixels > PICTURE_MAX_PIXELS) throw new Refusal("picture-too-many-pixels");
  if (pages > 1 && !isAcceptableAnimation({ width, height, frames: pages }))
    throw new Refusal("picture-too-heavy");
  if (pixels * pages * channels * (depth === "uchar" ? 1 : 2) > MAX_DECODED_BYTES)
    throw new Refusal("picture-too-heavy");
}

/** Bytes to decode with the decoder's strictness: a repair must not hide missing data. */
type Decodable = { bytes: Uint8Array } & Pick<SharpOptions, "failOn">;

/** Repairs small damage that browsers ignore and a strict decoder rejects. */
function repairUpload(upload: Uint8Array): Decodable {
  if (startsWith(upload, JPEG)) return withEndOfImage(upload);
  if (startsWith(upload, RIFF)) return { bytes: withTrueSize(upload), failOn: "error" };
  return { bytes: upload, failOn: "error" };
}

/** A JPEG without its last two bytes. With the end marker added to one that lacks rows, the decoder warns. */
function withEndOfImage(jpeg: Uint8Array): Decodable {
  const file = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  // A camera may append a video, or zeros.
  if (file.lastIndexOf(END_OF_IMAGE) > file.lastIndexOf(START_OF_SCAN))
    return { bytes: jpeg, failOn: "error" };
  return { bytes: Buffer.concat([file, END_OF_IMAGE]), failOn: "warning" };
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** A WebP that declares too great a length. Missing data inside chunks is still detected. */
function withTrueSize(webp: Uint8Array): Uint8Array {
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  const rest = file.byteLength - RIFF_HEADER_BYTES;
  if (rest < 0 || file.readUInt32LE(SIZE_AT) <= rest) return webp;
  const repaired = Buffer.from(file);
  repaired.writeUInt32LE(rest, SIZE_AT);
  return repaired;
}

const RIFF_HEADER_BYTES = 8;
const SIZE_AT = 4;

const JPEG = Buffer.from([0xff, 0xd8]);
const RIFF = Buffer.from("RIFF", "latin1");
const startsWith = (bytes: Uint8Array, magic: Buffer) => magic.equals(bytes.subarray(0, magic.length));
