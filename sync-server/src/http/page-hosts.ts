/**
 * What the names of pages answer: the page itself, what it shows, and the one write that counts its views, from that page alone. Everything else is
 * the app's own name's alone, so that no cookie is ever looked at or set, and nothing is signed in, under a name that an owner chose.
 */
import { SERVER_PATHS, TRACK_PATH } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import { PAGE_FONTS } from "@shelv/public-page/page-font";
import type { Context, MiddlewareHandler } from "hono";
import { TLS_ASK_PATH } from "#domains/serve-tls-ask";
import type { Place } from "./place-of.ts";
import { isForeign } from "./same-origin.ts";

type PageHostOptions = {
  placeOf: (host: string | undefined) => Place;
  /** The page of a name's owner, or that there is none. */
  answerPage: (c: Context, username: string) => Promise<Response>;
  /** Under which pages' names are reached as well. */
  publicUrl: string | null;
};

const IS_ELSEWHERE = "isElsewhere";
const USERNAME = "usernameOfHost";
/** Whoever watches the server, and the proxy beside it, ask by whatever name they know. */
const ANY_HOST: readonly string[] = [SERVER_PATHS.health, TLS_ASK_PATH];
const SHOWN: ReadonlySet<string> = new Set([
  ...PAGE_FONTS.map(({ path }) => path),
  "/icons/shelv.svg",
  "/favicon.ico",
  "/robots.txt",
]);

export function pageHosts({ placeOf, answerPage, publicUrl }: PageHostOptions): MiddlewareHandler {
  const { protocol } = new URL(publicUrl ?? "http://localhost");
  return async (c, next) => {
    const place = placeOf(hostOf(c));
    if (place.kind === "app") return next();
    c.set(IS_ELSEWHERE, true);
    if (ANY_HOST.includes(c.req.path)) return next();
    if (place.kind === "nowhere")
      return c.text("No page is shown under this name", 421, { "Cache-Control": "no-store" });
    c.set(USERNAME, place.username);
    const { method, path } = c.req;
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && path === "/") return answerPage(c, place.username);
    if (isRead && (SHOWN.has(path) || path.startsWith(`${SERVER_PATHS.media}/`))) return next();
    if (method === "POST" && path === TRACK_PATH) {
      if (isForeign(c.req.raw.headers, `${protocol}//${hostOf(c)}`)) throw new Refusal("wrong-origin");
      return next();
    }
    return c.text("There is nothing here", 404, { "Cache-Control": "no-store" });
  };
}

/** Whether a request came to another name than the app's. */
export const isElsewhere = (c: Context): boolean => c.get(IS_ELSEWHERE) === true;

/** Whose page the name is that a request came to; undefined on the app's own. */
export const usernameOfHost = (c: Context): string | undefined => c.get(USERNAME) as string | undefined;

/** Leaves out what looks at cookies on all names but the app's: nothing there depends on who asks. */
export const onAppHost =
  (middleware: MiddlewareHandler): MiddlewareHandler =>
  (c, next) =>
    isElsewhere(c) ? next() : middleware(c, next);

const hostOf = (c: Context): string => c.req.header("Host") ?? new URL(c.req.url).host;
