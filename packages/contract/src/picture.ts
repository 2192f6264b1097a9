import * as v from "valibot";

/** A picture by the SHA-256 of the bytes that were uploaded, in lower-case hex. */
export const pictureSha = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, "Must be a SHA-256"));

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

const UPLOAD_MAX_MEGABYTES = 5;
const MEGAPIXELS_MAX = 64;
/** All frames together. Binary megapixels: a phone that calls its camera "50" or "64 MP" takes up to a fifth of a megapixel more. */
export const PICTURE_MAX_PIXELS = MEGAPIXELS_MAX * 1024 * 1024;
/** Each frame of a picture that moves. */
const PICTURE_FRAME_MAX_PIXELS = 16 * 1024 * 1024;
const PICTURE_MAX_FRAMES = 1000;

export const pictureMessages = {
  wrongType: "Please upload a JPEG, PNG, GIF, or WebP image",
  unreadable: "Failed to process image",
  tooManyPixels: `This picture has more than ${MEGAPIXELS_MAX} megapixels. Please choose a smaller one.`,
  tooHeavyToSend: `This browser keeps what it draws from the app, so a picture must be under ${UPLOAD_MAX_MEGABYTES} MB here. Please choose a smaller one.`,
  tooHeavy: "This picture takes too long to process. Please choose a smaller or simpler one.",
};

/** Whether a picture that moves has few enough frames and pixels to be drawn anew with all of its frames. */
export const isBearableMotion = ({
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

/** What a device prepares before it uploads: the longest side in pixels, and the quality steps until it is small enough. */
export const PICTURE_LONGEST_SIDE_PX = 1200;
export const PICTURE_MAX_BYTES = 1024 * 1024;
export const PICTURE_QUALITY = { start: 0.9, floor: 0.5, step: 0.1 } as const;

/** What the server takes at most, before it decodes anything. */
export const UPLOAD_MAX_BYTES = UPLOAD_MAX_MEGABYTES * 1024 * 1024;

/** All files of one picture together. */
export const PICTURE_ENCODING_MAX_MS = 10_000;

/** What is taken of a picture that comes back out of an export: the server's own version may be larger than the upload was. */
export const IMPORTED_PICTURE_MAX_BYTES = 20 * 1024 * 1024;

/** What is taken of a photo of the owner, before this device makes it small. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;

/** What an account's pictures may weigh together: every file that is stored of them. */
export const ACCOUNT_PICTURES_MAX_BYTES = 500 * 1024 * 1024;

/** How long a picture that nothing shows any more is kept, so that a change of mind finds it still there. */
export const UNUSED_PICTURE_KEPT_MS = 7 * 24 * 60 * 60_000;

/** The longest side of the largest version that is kept of an upload. */
export const ORIGINAL_LONGEST_SIDE_PX = 2400;

/** The widths that pages ask for, in pixels; a picture is never enlarged. */
export const PICTURE_WIDTHS = [160, 320, 640] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** AVIF is the smaller, and exists of stills alone; WebP is there of everything, and moves where the upload did. */
export type PictureFormat = "avif" | "webp";

const ORIGINAL_FILE = "original.webp";

/** How a picture is drawn before it is there, in pixels. */
export type PictureShape = { width: number; height: number; isAnimated: boolean };

/** Every file that one picture can have. */
export const PICTURE_FILES = [
  ...PICTURE_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`] as const),
  ORIGINAL_FILE,
] as const;
export type PictureFile = (typeof PICTURE_FILES)[number];

/** Where a file of a picture is served: immutable, and readable by whoever knows the address. */
export const pictureFilePath = (sha: string, file: PictureFile) => `/media/${sha}/${file}`;

/** The ETag that such a file is served with: it names the picture, so an answer proves whose it is. */
export const pictureFileTag = (sha: string, file: string) => `"${sha.slice(0, 32)}-${file}"`;

export const picturePath = (sha: string, width: PictureWidth, format: PictureFormat = "webp") =>
  pictureFilePath(sha, `${width}.${format}`);

/** The whole picture, drawn anew as large as it came, up to `ORIGINAL_LONGEST_SIDE_PX`: never the uploaded bytes. */
export const originalPath = (sha: string) => pictureFilePath(sha, ORIGINAL_FILE);
