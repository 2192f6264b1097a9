import type { pictureMessages } from "@shelv/contract/rows/picture";

export type PreparedPicture = { bytes: ArrayBuffer; type: string; isAnimated: boolean };

export type PictureAnswer = PreparedPicture | { problem: keyof typeof pictureMessages };
