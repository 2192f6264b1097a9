/**
 * The way of nearly every request: a page that is kept as bytes, asked for at its own address. It is answered before anything
 * else is looked at, since the way through the app costs more than the answer. Whatever is not that goes the whole way, where a
 * page is answered the same.
 */
import type { IncomingMessage } from "node:http";
import type { Hono } from "hono";
import { headersOfAll } from "#http/security-headers";
import { isOwedSignOut } from "#sign-in/cookies";
import type { PageCache } from "./page-cache.ts";
import { pageAnswer } from "./page-answer.ts";

type Fetch = Hono["fetch"];

export function pagesFirst({ pages, publicUrl, otherwise }: { pages: PageCache; publicUrl: string | null; otherwise: Fetch }): Fetch {
  const always = headersOfAll(publicUrl);
  return (request, env, context) => {
    const { method, url = "", headers } = (env as { incoming: IncomingMessage }).incoming;
    const end = url.indexOf("?");
    const name = url.slice(1, end === -1 ? undefined : end);
    const page = method === "GET" && !isOwedSignOut(headers.cookie) ? pages.kept(name) : undefined;
    if (page?.username !== name) return otherwise(request, env, context);
    return pageAnswer(page, { acceptEncoding: headers["accept-encoding"], ifNoneMatch: headers["if-none-match"] }, always);
  };
}
