import { picturePath } from "@shelv/contract/picture";

/** The address in answers: a size for half a screen. */
export const pictureUrl = (sha: string | null): string | null => sha && picturePath(sha, 320);
