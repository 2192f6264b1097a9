/**
 * What the host of an owner's page answers: the page, its resources, and the one write that counts its views.
 * Under a name that an owner chose there are no cookies and no sign-in.
 */
import { PAGE_WORKER_PATH, SERVER_PATHS, TRACK_PATH } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import { PAGE_FONTS } from "@shelv/public-page/look/page-font";
import { nothingHere, strangerDocument } from "@shelv/public-page/stranger-page";
import { STRANGER_CSS } from "@shelv/public-page/styles/stranger-style";
import type { Context, MiddlewareHandler } from "hono";
import type { ResolvedHost } from "./resolve-host.ts";
import { isForeign } from "./same-origin.ts";

type PageHostOptions = {
  resolveHost: (host: string | undefined) => ResolvedHost;
  answerPage: (c: Context, username: string) => Promise<Response>;
  publicUrl: string | null;
  /** The CSP of pages for strangers. */
  strangerPolicy: string;
  /** Any host answers them: monitoring and the local proxy use any name. */
  onAnyHost: readonly string[];
};

const IS_ON_PAGE_HOST = "isOnPageHost";
const USERNAME = "usernameOfHost";
const NOT_STORED = { "Cache-Control": "no-store" };
const SHOWN: ReadonlySet<string> = new Set([
  ...PAGE_FONTS.map(({ path }) => path),
  "/icons/shelv.svg",
  "/favicon.ico",
  "/apple-touch-icon.png",
  "/apple-touch-icon-precomposed.png",
  "/robots.txt",
  PAGE_WORKER_PATH,
]);

export function pageHosts({
  resolveHost,
  answerPage,
  publicUrl,
  strangerPolicy,
  onAnyHost,
}: PageHostOptions): MiddlewareHandler {
  const { protocol } = new URL(publicUrl ?? "http://localhost");
  const nothing = strangerDocument({ ...nothingHere({ appUrl: publicUrl ?? "" }), css: STRANGER_CSS });
  const forPeople = { ...NOT_STORED, "Content-Security-Policy": strangerPolicy };
  return async (c, next) => {
    const place = resolveHost(hostOf(c));
    if (place.kind === "app") return next();
    c.set(IS_ON_PAGE_HOST, true);
    if (onAnyHost.includes(c.req.path)) return next();
    if (place.kind === "nowhere") return c.text("No page is shown under this name", 421, NOT_STORED);
    c.set(USERNAME, place.username);
    const { method, path } = c.req;
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && path === "/") return answerPage(c, place.username);
    if (isRead && (SHOWN.has(path) || path.startsWith(`${SERVER_PATHS.media}/`))) return next();
    if (method === "POST" && path === TRACK_PATH) {
      if (isForeign(c.req.raw.headers, `${protocol}//${hostOf(c)}`)) throw new Refusal("wrong-origin");
      return next();
    }
    if (method === "GET" && c.req.header("Accept")?.includes("text/html"))
      return c.html(nothing, 404, forPeople);
    return c.text("There is nothing here", 404, NOT_STORED);
  };
}

export const isOnPageHost = (c: Context): boolean => c.get(IS_ON_PAGE_HOST) === true;

/** Undefined on the app's host. */
export const usernameOfHost = (c: Context): string | undefined => c.get(USERNAME) as string | undefined;

/** On other hosts nothing depends on the visitor. */
export const onAppHost =
  (middleware: MiddlewareHandler): MiddlewareHandler =>
  (c, next) =>
    isOnPageHost(c) ? next() : middleware(c, next);

const hostOf = (c: Context): string => c.req.header("Host") ?? new URL(c.req.url).host;
