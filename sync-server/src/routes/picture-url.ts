import { picturePath } from "@shelv/contract/picture";

/** Where answers send people for a picture, at a size for a screen's half. */
export const pictureUrl = (sha: string | null): string | null => sha && picturePath(sha, 320);
