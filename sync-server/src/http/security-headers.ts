import { OWN_HEADER } from "@shelv/contract/answer-origin";
import type { MiddlewareHandler } from "hono";
import { isOnPageHost } from "#http/hosts/page-hosts";
import { isReady, NO_TRANSFORM } from "./json/ready-json.ts";

/** A page that loads anything sets its own CSP, and a picture its own resource policy. */
const ALWAYS: Record<string, string> = {
  [OWN_HEADER.name]: OWN_HEADER.value,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};
const UNLESS_SAID: Record<string, string> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const ONE_YEAR_S = 31_536_000;

export const FOR_ANY_SITE = { "Cross-Origin-Resource-Policy": "cross-origin" };

/**
 * Gateways rewrite these: they hide addresses in pages, minify scripts and styles, and compress streams late.
 */
const REWRITTEN = /^(?:text\/(?:html|css|javascript|event-stream)|application\/manifest\+json)\b/;

function forbidRewriting(headers: Headers): void {
  const caching = headers.get("Cache-Control");
  if (!REWRITTEN.test(headers.get("Content-Type") ?? "") || caching?.includes(NO_TRANSFORM)) return;
  headers.set("Cache-Control", caching === null ? NO_TRANSFORM : `${caching}, ${NO_TRANSFORM}`);
}

type SiteNames = { publicUrl: string | null; pageHost: string | null };

export function securityHeaders(names: SiteNames): MiddlewareHandler {
  const headersAt = { app: transportSecurity(names, true), pageHost: transportSecurity(names, false) };
  return async (c, next) => {
    await next();
    if (isReady(c.res)) return;
    const { headers } = c.res;
    for (const [name, value] of Object.entries({
      ...ALWAYS,
      ...headersAt[isOnPageHost(c) ? "pageHost" : "app"],
    }))
      headers.set(name, value);
    for (const [name, value] of Object.entries(UNLESS_SAID)) if (!headers.has(name)) headers.set(name, value);
    forbidRewriting(headers);
  };
}

export const headersOfAll = (names: SiteNames, { isAppHost = true } = {}): Record<string, string> => ({
  ...ALWAYS,
  ...UNLESS_SAID,
  ...transportSecurity(names, isAppHost),
});

/**
 * HSTS, over https only. Subdomains only on the app's host where pages have them; the rest of an owner's
 * domain is the owner's.
 */
function transportSecurity({ publicUrl, pageHost }: SiteNames, isAppHost: boolean): Record<string, string> {
  if (!publicUrl?.startsWith("https:")) return {};
  const coversPages = isAppHost && pageHost !== null && isRelated(new URL(publicUrl).hostname, pageHost);
  return { "Strict-Transport-Security": `max-age=${ONE_YEAR_S}${coversPages ? "; includeSubDomains" : ""}` };
}

const isRelated = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
