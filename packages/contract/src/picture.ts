import * as v from "valibot";

/** A picture by the SHA-256 of the bytes that were uploaded, in lower-case hex. */
export const pictureSha = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, "Must be a SHA-256"));

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

export const pictureMessages = {
  wrongType: "Please upload a JPEG, PNG, GIF, or WebP image",
  unreadable: "Failed to process image",
  tooManyPixels: "This picture has more than 50 megapixels. Please choose a smaller one.",
};

/** What a device prepares before it uploads: the longest side in pixels, and the quality steps until it is small enough. */
export const PICTURE_LONGEST_SIDE_PX = 1200;
export const PICTURE_MAX_BYTES = 1024 * 1024;
export const PICTURE_QUALITY = { start: 0.9, floor: 0.5, step: 0.1 } as const;

/** What the server takes at most, before it decodes anything. */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;

/** All frames together. A phone's photo of 48 megapixels is one of the largest that a person brings. */
export const PICTURE_MAX_PIXELS = 50_000_000;
export const PICTURE_MAX_FRAMES = 1000;

/** What is taken of a picture that comes back out of an export: the server's own version may be larger than the upload was. */
export const IMPORTED_PICTURE_MAX_BYTES = 20 * 1024 * 1024;

/** What is taken of a photo of the owner, before this device makes it small. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;

/** What an account's pictures may weigh together, each as it was uploaded. */
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
  ...PICTURE_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`] as const), ORIGINAL_FILE,
] as const;
export type PictureFile = (typeof PICTURE_FILES)[number];

/** Where a file of a picture is served: immutable, and readable by whoever knows the address. */
export const pictureFilePath = (sha: string, file: PictureFile) => `/media/${sha}/${file}`;

export const picturePath = (sha: string, width: PictureWidth, format: PictureFormat = "webp") =>
  pictureFilePath(sha, `${width}.${format}`);

/** The whole picture, drawn anew as large as it came, up to `ORIGINAL_LONGEST_SIDE_PX`: never the uploaded bytes. */
export const originalPath = (sha: string) => pictureFilePath(sha, ORIGINAL_FILE);
