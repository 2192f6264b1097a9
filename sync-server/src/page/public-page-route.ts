import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { usernameLedTo } from "@shelv/contract/paths";
import { pageSuspended, strangerDocument, userNotFound } from "@shelv/public-page/stranger-page";
import { STRANGER_CSS } from "@shelv/public-page/styles/stranger-style";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { PAGE_FONTS } from "@shelv/public-page/look/page-font";
import { chosenEncoding, type Encoding } from "#http/chosen-encoding";
import { CACHING, PAGE_HEADERS, pageAnswers } from "./cache/page-answer.ts";
import type { PageCache } from "./cache/page-cache.ts";
import { STRANGER_POLICY } from "./page-policy.ts";
import { bytesIn, compressed, type RenderedPage } from "./cache/rendered-page.ts";

/**
 * `GET /{username}`, after the app's own paths; paths that cannot be one go to the next route. A public page
 * reads no cookie: the same bytes for all. Without a public page, `ownPage` checks whether the caller hides
 * one; others get the answer for an unknown name.
 */
export function servePublicPages(
  app: Hono,
  {
    pages,
    isSuspended,
    ownPage,
    always = {},
    isPurged = false,
  }: {
    pages: PageCache;
    isSuspended: IsSuspended;
    ownPage: (c: Context, username: string) => Promise<RenderedPage | null>;
    always?: Record<string, string>;
    isPurged?: boolean;
  },
): void {
  const pageAnswer = pageAnswers(always, { isPurged });
  const missing = missingPages(isSuspended);
  const answer: MiddlewareHandler = async (c, next) => {
    const asked = usernameLedTo(c.req.path);
    if (asked === null) return next();
    const page = await pages.get(asked);
    if (page)
      return isAt(c, `/${page.username}`) ? pageAnswer(page, askedOf(c)) : redirect(c, `/${page.username}`);
    const own = await ownPage(c, asked);
    if (!own) return missing(c, asked);
    const encoding = encodingOf(c);
    return sendUncached(c, bytesIn(own, encoding), { encoding, policy: own.policy, status: 200 });
  };
  app.get("/:username", answer);
  app.get("/:username/", answer);
}

/** `/` on an owner's host, where hidden and unknown pages are the same. `appUrl`: the app's own host. */
export function pageOfHost({
  pages,
  isSuspended,
  appUrl,
  always = {},
  isPurged = false,
}: {
  pages: PageCache;
  isSuspended: IsSuspended;
  appUrl: string;
  always?: Record<string, string>;
  isPurged?: boolean;
}): (c: Context, username: string) => Promise<Response> {
  const pageAnswer = pageAnswers(always, { isPurged });
  const missing = missingPages(isSuspended, { appUrl });
  return async (c, username) => {
    const page = await pages.get(username);
    return page ? pageAnswer(page, askedOf(c)) : missing(c, username);
  };
}

type IsSuspended = (usernameKey: string) => Promise<boolean>;

/** No username has these characters. */
const NAME = "{username}";

/** 451 if the operator suspended the page (RFC 7725), else 404. On the app's host the name may be claimed. */
function missingPages(
  isSuspended: IsSuspended,
  visited: { username?: string; appUrl?: string } = { username: NAME },
): (c: Context, username: string) => Promise<Response> {
  const html = strangerDocument({ ...userNotFound(visited), css: STRANGER_CSS });
  const suspended = strangerDocument({ ...pageSuspended(visited), css: STRANGER_CSS });
  const answer = async (c: Context, html: string, status: 404 | 451) => {
    const [bytes, encoding] = [new TextEncoder().encode(html), encodingOf(c)];
    const body = encoding === null ? bytes : await compressed(bytes, encoding);
    return sendUncached(c, body, { encoding, policy: STRANGER_POLICY, status });
  };
  return async (c, username) =>
    (await isSuspended(username.toLowerCase()))
      ? answer(c, suspended, 451)
      : answer(c, html.replaceAll(NAME, username), 404);
}

/** Percent-encoding included: a page has one address. */
function isAt(c: Context, address: string): boolean {
  const { url } = c.req.raw;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return (
    url.startsWith(address, start) &&
    (start + address.length === url.length || url[start + address.length] === "?")
  );
}

/** To the name as its owner typed it, with the rest of the path. Cached as long as a page. */
function redirect(c: Context, address: string): Response {
  for (const [name, value] of Object.entries(CACHING)) c.header(name, value);
  return c.redirect(address + new URL(c.req.url).search, 301);
}

const askedOf = (c: Context) => ({
  acceptEncoding: c.req.header("Accept-Encoding"),
  ifNoneMatch: c.req.header("If-None-Match"),
});

const encodingOf = (c: Context): Encoding | null => chosenEncoding(c.req.header("Accept-Encoding"));

function sendUncached(
  c: Context,
  body: Uint8Array<ArrayBuffer>,
  { encoding, policy, status }: { encoding: Encoding | null; policy: string; status: 200 | 404 | 451 },
): Response {
  const headers = {
    ...PAGE_HEADERS,
    "Content-Security-Policy": policy,
    "Cache-Control": "private, no-store",
  };
  return c.body(body, status, encoding === null ? headers : { ...headers, "Content-Encoding": encoding });
}

const HEADERS = { "Content-Type": "font/woff2", "Cache-Control": "public, max-age=31536000, immutable" };

export function serveFonts(app: Hono): void {
  for (const { path, subset } of PAGE_FONTS) {
    let file: Promise<Uint8Array<ArrayBuffer>> | null = null;
    app.get(path, async (c) => c.body(await (file ??= readFont(subset)), 200, HEADERS));
  }
}

async function readFont(subset: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(
      createRequire(import.meta.url).resolve(
        `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
      ),
    ),
  );
}
