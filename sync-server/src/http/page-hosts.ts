/**
 * What the names of pages answer: the page itself, what it shows, and the one write that counts its views. Everything else is
 * the app's own name's alone, so that no cookie is ever looked at or set, and nothing is signed in, under a name that an owner chose.
 */
import { SERVER_PATHS, TRACK_PATH } from "@shelv/contract/paths";
import { PAGE_FONTS } from "@shelv/public-page/page-font";
import type { Context, MiddlewareHandler } from "hono";
import { TLS_ASK_PATH } from "#domains/serve-tls-ask";
import type { Place } from "./place-of.ts";

type PageHostOptions = {
  placeOf: (host: string | undefined) => Place;
  /** The page of a name's owner, or that there is none. */
  answerPage: (c: Context, username: string) => Promise<Response>;
};

const IS_ELSEWHERE = "isElsewhere";
/** Whoever watches the server, and the proxy beside it, ask by whatever name they know. */
const ANY_HOST: readonly string[] = [SERVER_PATHS.health, TLS_ASK_PATH];
const SHOWN: ReadonlySet<string> = new Set([...PAGE_FONTS.map(({ path }) => path), "/icons/shelv.svg", "/favicon.ico", "/robots.txt"]);

export function pageHosts({ placeOf, answerPage }: PageHostOptions): MiddlewareHandler {
  return async (c, next) => {
    const place = placeOf(hostOf(c));
    if (place.kind === "app") return next();
    c.set(IS_ELSEWHERE, true);
    if (ANY_HOST.includes(c.req.path)) return next();
    if (place.kind === "nowhere") return c.text("No page is shown under this name", 421, { "Cache-Control": "no-store" });
    const { method, path } = c.req;
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && path === "/") return answerPage(c, place.username);
    if (isRead && (SHOWN.has(path) || path.startsWith(`${SERVER_PATHS.media}/`))) return next();
    if (method === "POST" && path === TRACK_PATH) return next();
    return c.text("There is nothing here", 404, { "Cache-Control": "no-store" });
  };
}

/** Leaves out what looks at cookies, or at where a write came from, on all names but the app's: nothing there depends on who asks. */
export const onAppHost = (middleware: MiddlewareHandler): MiddlewareHandler => (c, next) => (c.get(IS_ELSEWHERE) === true ? next() : middleware(c, next));

const hostOf = (c: Context): string => c.req.header("Host") ?? new URL(c.req.url).host;
