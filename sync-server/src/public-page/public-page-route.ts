import { usernameInPath } from "@shelv/contract/paths";
import { notFoundDocument } from "@shelv/public-page/document.tsx";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { isKnownTag } from "#http/entity-tag";
import { chosenEncoding } from "./chosen-encoding.ts";
import type { PageCache } from "./page-cache.ts";
import { CSS, PAGE_POLICY } from "./page-policy.ts";
import { type ReadyPage, readyPage } from "./ready-page.ts";

/**
 * A browser asks each time and mostly hears "unchanged"; whoever stands between may answer for ten seconds. No
 * stale-while-revalidate: browsers heed it too, and owners would not see what they have just changed.
 */
const CACHE_CONTROL = "public, max-age=0, must-revalidate, s-maxage=10";

/**
 * `GET /{username}`, for every path that can name somebody; others are passed on. Never looks at a cookie: the same
 * bytes for everyone. To be registered after the app's own paths.
 */
export function servePublicPages(app: Hono, pages: PageCache): void {
  const nobody = readyPage("", notFoundDocument({ css: CSS }));
  const answer: MiddlewareHandler = async (c, next) => {
    const asked = usernameInPath(c.req.path);
    if (asked === null) return next();
    const page = await pages.get(asked);
    if (!page) return send(c, await nobody, 404);
    const address = `/${page.username}`;
    return c.req.path === address ? send(c, page, 200) : redirect(c, address);
  };
  app.get("/:username", answer);
  app.get("/:username/", answer);
}

/** To the name as its owner typed it, with what followed the path. Only shared for as long as a page is. */
function redirect(c: Context, address: string): Response {
  c.header("Cache-Control", CACHE_CONTROL);
  return c.redirect(address + new URL(c.req.url).search, 301);
}

function send(c: Context, page: ReadyPage, status: 200 | 404): Response {
  const encoding = chosenEncoding(c.req.header("Accept-Encoding"));
  const etag = `"${page.hash}${encoding === null ? "" : `-${encoding}`}"`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": PAGE_POLICY,
    "Cache-Control": CACHE_CONTROL,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    Vary: "Accept-Encoding",
    ETag: etag,
  };
  if (status === 200 && isKnownTag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
  if (encoding === null) return c.body(page.plain, status, headers);
  return c.body(encoding === "br" ? page.brotli : page.gzip, status, { ...headers, "Content-Encoding": encoding });
}
