import { picturePath } from "@shelv/contract/picture";

/** In answers, for half a screen. */
export const pictureUrl = (sha: string | null): string | null => sha && picturePath(sha, 320);
