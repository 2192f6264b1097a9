/** A picture ready to be kept and sent. */
export type PreparedPicture = { bytes: ArrayBuffer; type: string };

/** What the worker answers; null when the file could not be read as a picture. */
export type PictureAnswer = PreparedPicture | null;
