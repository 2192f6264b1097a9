import type { pictureMessages } from "@shelv/contract/picture";

/** A picture ready to be stored and sent. */
export type PreparedPicture = { bytes: ArrayBuffer; type: string; isAnimated: boolean };

/** The worker's answer: the picture, or why there is none. */
export type PictureAnswer = PreparedPicture | { problem: keyof typeof pictureMessages };
