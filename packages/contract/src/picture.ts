import * as v from "valibot";

/** A picture by the SHA-256 of the bytes that were uploaded, in lower-case hex. */
export const pictureSha = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, "Must be a SHA-256"));

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

export const pictureMessages = {
  wrongType: "Please upload a JPEG, PNG, GIF, or WebP image",
  unreadable: "Failed to process image",
};

/** What a device prepares before it uploads: the longest side in pixels, and the quality steps until it is small enough. */
export const PICTURE_LONGEST_SIDE_PX = 1200;
export const PICTURE_MAX_BYTES = 1024 * 1024;
export const PICTURE_QUALITY = { start: 0.9, floor: 0.5, step: 0.1 } as const;

/** What the server takes at most, before it decodes anything. */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;

/** The widths that pages ask for, in pixels; a picture is never enlarged. */
export const PICTURE_WIDTHS = [160, 320, 640] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** A picture's public address: immutable, and readable by whoever knows it. */
export const picturePath = (sha: string, width: PictureWidth) => `/media/${sha}/${width}.webp`;
