import { isKnownTag } from "#http/entity-tag";
import { readyAnswer } from "#http/ready-json";
import { chosenEncoding } from "./chosen-encoding.ts";
import type { ReadyPage } from "./ready-page.ts";

/**
 * A browser asks each time and mostly hears "unchanged"; whoever stands between may answer for ten seconds, and a CDN for a
 * minute more while it asks. That is said to CDNs alone (RFC 9213): browsers would heed it in Cache-Control, and owners would
 * not see what they have just changed.
 */
export const CACHING = {
  "Cache-Control": "public, max-age=0, must-revalidate, s-maxage=10",
  "CDN-Cache-Control": "public, max-age=10, stale-while-revalidate=60",
};

export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  Vary: "Accept-Encoding",
};

type Asked = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined };

/** A page as the browser takes it best, or that it has not changed. `always` is what every answer of this server carries. */
export function pageAnswer(page: ReadyPage, { acceptEncoding, ifNoneMatch }: Asked, always: Record<string, string>): Response {
  const encoding = chosenEncoding(acceptEncoding);
  const etag = `"${page.hash}${encoding === null ? "" : `-${encoding}`}"`;
  const headers = { ...always, ...PAGE_HEADERS, ...CACHING, "Content-Security-Policy": page.policy, ETag: etag };
  if (isKnownTag(ifNoneMatch, etag)) return readyAnswer(null, { status: 304, headers });
  if (encoding === null) return readyAnswer(page.plain, { status: 200, headers });
  return readyAnswer(encoding === "br" ? page.brotli : page.gzip, { status: 200, headers: { ...headers, "Content-Encoding": encoding } });
}
