import { SERVER_PATHS } from "@shelv/contract/paths";

/** The SHA-256 of each picture on these pages. */
export const picturesIn = (pages: readonly string[]): Set<string> =>
  new Set(pages.flatMap((page) => [...page.matchAll(PICTURE)].flatMap(([, sha]) => sha ?? [])));

/** The SHA-256 in a picture's address; null for other addresses. */
export const pictureIn = (url: string): string | null => [...picturesIn([url])][0] ?? null;

const PICTURE = new RegExp(`${SERVER_PATHS.media}/([\\da-f]{64})/`, "g");
