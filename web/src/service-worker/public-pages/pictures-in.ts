import { SERVER_PATHS } from "@shelv/contract/paths";

/** SHA-256s. */
export const picturesIn = (pages: readonly string[]): Set<string> =>
  new Set(pages.flatMap((page) => [...page.matchAll(PICTURE)].flatMap(([, sha]) => sha ?? [])));

/** Its SHA-256; null for other addresses. */
export const pictureIn = (url: string): string | null => [...picturesIn([url])][0] ?? null;

const PICTURE = new RegExp(`${SERVER_PATHS.media}/([\\da-f]{64})/`, "g");
