/**
 * The way of nearly every request: a page that is kept as bytes, asked for at its own address. It is answered before anything
 * else is looked at, since the way through the app costs more than the answer. Whatever is not that goes the whole way, where a
 * page is answered the same.
 */
import type { IncomingMessage } from "node:http";
import type { Hono } from "hono";
import { headersOfAll } from "#http/security-headers";
import type { ResolvedHost } from "#http/resolve-host";
import { isOwedSignOut } from "#sign-in/cookies";
import type { PageCache } from "./page-cache.ts";
import { pageAnswers } from "./page-answer.ts";
import type { ReadyPage } from "./ready-page.ts";

type Fetch = Hono["fetch"];

type PagesFirst = {
  pages: PageCache;
  resolveHost: (host: string | undefined) => ResolvedHost;
  names: { publicUrl: string | null; pageHost: string | null };
  otherwise: Fetch;
};

export function pagesFirst({ pages, resolveHost, names, otherwise }: PagesFirst): Fetch {
  const answers = {
    app: pageAnswers(headersOfAll(names)),
    page: pageAnswers(headersOfAll(names, { isAppHost: false })),
  };
  return (request, env, context) => {
    const { method, url = "", headers } = (env as { incoming: IncomingMessage }).incoming;
    const place = resolveHost(headers.host);
    const end = url.indexOf("?");
    const name = url.slice(1, end === -1 ? undefined : end);
    const page =
      method === "GET" && !isOwedSignOut(headers.cookie) ? keptPage(pages, place, name) : undefined;
    if (!page || place.kind === "nowhere") return otherwise(request, env, context);
    return answers[place.kind](page, {
      acceptEncoding: headers["accept-encoding"],
      ifNoneMatch: headers["if-none-match"],
    });
  };
}

/** At its own address: its name on the app's host, nothing more on a host of its own. */
function keptPage(pages: PageCache, place: ResolvedHost, name: string): ReadyPage | undefined {
  if (place.kind === "page") return name === "" ? pages.kept(place.username) : undefined;
  const page = place.kind === "app" ? pages.kept(name) : undefined;
  return page?.username === name ? page : undefined;
}
