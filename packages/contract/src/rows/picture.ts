import * as v from "valibot";

/** SHA-256 of the upload in lower-case hex, not of its encoded files. */
export const pictureSha = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, "Must be a SHA-256"));

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
/** The app sends an AVIF as WebP. */
export const CHOSEN_PICTURE_TYPES = [...PICTURE_TYPES, "image/avif"] as const;

const UPLOAD_MAX_MEGABYTES = 5;
const MEGAPIXELS_MAX = 64;
/** Over all frames. Binary megapixels: a camera's "50" or "64 MP" may be up to a fifth of one more. */
export const PICTURE_MAX_PIXELS = MEGAPIXELS_MAX * 1024 * 1024;
const PICTURE_FRAME_MAX_PIXELS = 16 * 1024 * 1024;
const PICTURE_MAX_FRAMES = 1000;

export const pictureMessages = {
  wrongType: "Please upload a JPEG, PNG, GIF, or WebP image",
  unreadable: "Failed to process image",
  tooManyPixels: `This picture has more than ${MEGAPIXELS_MAX} megapixels. Please choose a smaller one.`,
  tooHeavyToSend: `This browser's privacy settings don't let us shrink pictures, so yours must be under ${UPLOAD_MAX_MEGABYTES} MB. Please choose a smaller one.`,
  tooHeavy: "This picture takes too long to process. Please choose a smaller or simpler one.",
};

/** Whether an animation can be encoded with all its frames. */
export const isAcceptableAnimation = ({
  width,
  height,
  frames,
}: {
  width: number;
  height: number;
  frames: number;
}): boolean =>
  frames <= PICTURE_MAX_FRAMES &&
  width * height <= PICTURE_FRAME_MAX_PIXELS &&
  width * height * frames <= PICTURE_MAX_PIXELS;

/**
 * A device shrinks a picture to this longest side before the upload, and tries these qualities until it is
 * small enough.
 */
export const PICTURE_LONGEST_SIDE_PX = 1200;
export const PICTURE_MAX_BYTES = 1024 * 1024;
export const PICTURE_QUALITY = { start: 0.9, floor: 0.5, step: 0.1 } as const;

/** Checked before decoding. */
export const UPLOAD_MAX_BYTES = UPLOAD_MAX_MEGABYTES * 1024 * 1024;

/** Of all files of a picture together. */
export const PICTURE_ENCODING_MAX_MS = 10_000;

/** Of a picture in an import: the server's version may be larger than the upload. */
export const IMPORTED_PICTURE_MAX_BYTES = 20 * 1024 * 1024;

/** Before the device scales it down. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;

export const ACCOUNT_PICTURES_MAX_BYTES = 500 * 1024 * 1024;

/** How long an unused picture stays stored, for undo. */
export const UNUSED_PICTURE_RETENTION_MS = 7 * 24 * 60 * 60_000;

/** Of the largest stored version. */
export const ORIGINAL_LONGEST_SIDE_PX = 2400;

/** In px; a picture is never enlarged. */
export const PICTURE_WIDTHS = [160, 320, 640] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** AVIF is smaller, and for stills only; every picture has WebP, animated like its upload. */
export type PictureFormat = "avif" | "webp";

const ORIGINAL_FILE = "original.webp";

export type PictureShape = { width: number; height: number; isAnimated: boolean };

export const PICTURE_FILES = [
  ...PICTURE_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`] as const),
  ORIGINAL_FILE,
] as const;
export type PictureFile = (typeof PICTURE_FILES)[number];

/** Immutable, and readable by anyone who knows it. */
export const pictureFilePath = (sha: string, file: PictureFile) => `/media/${sha}/${file}`;

/** An ETag that proves which picture an answer contains. */
export const pictureFileTag = (sha: string, file: string) => `"${sha.slice(0, 32)}-${file}"`;

export const picturePath = (sha: string, width: PictureWidth, format: PictureFormat = "webp") =>
  pictureFilePath(sha, `${width}.${format}`);

/** The largest version, encoded again; never the uploaded bytes. */
export const originalPath = (sha: string) => pictureFilePath(sha, ORIGINAL_FILE);
