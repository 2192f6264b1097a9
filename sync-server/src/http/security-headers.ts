import { OWN_HEADER } from "@shelv/contract/answer-origin";
import type { MiddlewareHandler } from "hono";
import { isElsewhere } from "./page-hosts.ts";
import { isReady } from "./ready-json.ts";

/** What every answer carries. A page that needs more than nothing brings a policy of its own, and a picture who may show it. */
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

/** For pictures, which the API names and other sites may show; nothing in them depends on who asks. */
export const FOR_ANY_SITE = { "Cross-Origin-Resource-Policy": "cross-origin" };

type SiteNames = { publicUrl: string | null; pageHost: string | null };

export function securityHeaders(names: SiteNames): MiddlewareHandler {
  const headersAt = { app: transportSecurity(names, true), elsewhere: transportSecurity(names, false) };
  return async (c, next) => {
    await next();
    if (isReady(c.res)) return;
    const { headers } = c.res;
    for (const [name, value] of Object.entries({
      ...ALWAYS,
      ...headersAt[isElsewhere(c) ? "elsewhere" : "app"],
    }))
      headers.set(name, value);
    for (const [name, value] of Object.entries(UNLESS_SAID)) if (!headers.has(name)) headers.set(name, value);
  };
}

/** The headers that an answer with nothing of its own carries, on the app's host or on a page's. */
export const headersOfAll = (names: SiteNames, { isAppHost = true } = {}): Record<string, string> => ({
  ...ALWAYS,
  ...UNLESS_SAID,
  ...transportSecurity(names, isAppHost),
});

/**
 * Over https alone. The app's host speaks for the names around it only where pages have names there; a page's host never does, since
 * what else stands below an owner's domain is the owner's.
 */
function transportSecurity({ publicUrl, pageHost }: SiteNames, isAppHost: boolean): Record<string, string> {
  if (!publicUrl?.startsWith("https:")) return {};
  const coversPages = isAppHost && pageHost !== null && isRelated(new URL(publicUrl).hostname, pageHost);
  return { "Strict-Transport-Security": `max-age=${ONE_YEAR_S}${coversPages ? "; includeSubDomains" : ""}` };
}

const isRelated = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
