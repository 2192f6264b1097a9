import { picturePath } from "@shelv/contract/picture";

/** The picture's address in answers, at a size for half a screen. */
export const pictureUrl = (sha: string | null): string | null => sha && picturePath(sha, 320);
