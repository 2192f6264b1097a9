import type { pictureMessages } from "@shelv/contract/picture";

/** A picture ready to be kept and sent. */
export type PreparedPicture = { bytes: ArrayBuffer; type: string; isAnimated: boolean };

/** What the worker answers: the picture, or why there is none. */
export type PictureAnswer = PreparedPicture | { problem: keyof typeof pictureMessages };
