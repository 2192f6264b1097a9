import { Refusal } from "@shelv/contract/refusal";
import { authRoutes } from "@shelv/contract/routes/auth";
import { digestRoutes } from "@shelv/contract/routes/digest";
import type { Context, MiddlewareHandler } from "hono";
import type { Settings } from "#settings";
import { isFromProxy } from "./client-address.ts";

type SiteSettings = Pick<Settings, "publicUrl" | "trustedProxies">;

/**
 * Writes from any origin that carry their own proof: Apple posts from its site with our state; a mail program
 * unsubscribes with a token that only the mail's reader has.
 */
const FROM_ANYWHERE = [
  authRoutes.returnFromSocialByForm.path.replace(":provider", ""),
  digestRoutes.unsubscribe.path.replace(":token", ""),
];

/**
 * Refuses writes that another site's page sends with the owner's cookie (CSRF). Browsers send the origin of a
 * write; a client that sends none is not a browser, and has only cookies it was given. Without a public URL,
 * the request's Host is the site.
 */
export function sameOriginOnly(settings: SiteSettings): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req;
    const isWrite =
      method !== "GET" && method !== "HEAD" && !FROM_ANYWHERE.some((start) => path.startsWith(start));
    if (isWrite && comesFromElsewhere(c, settings)) throw new Refusal("wrong-origin");
    await next();
  };
}

/** Whether another site's page sent this browser here. */
export const comesFromElsewhere = (c: Context, { publicUrl, trustedProxies }: SiteSettings): boolean =>
  isForeign(c.req.raw.headers, publicUrl, isFromProxy(c, trustedProxies));

export function isForeign(headers: Headers, publicUrl: string | null, isFromTrustedProxy = false): boolean {
  const origin = headers.get("Origin");
  if (origin === null) return !["same-origin", "none", null].includes(headers.get("Sec-Fetch-Site"));
  if (publicUrl !== null) return origin !== publicUrl;
  if (!URL.canParse(origin)) return true;
  const { host, protocol } = new URL(origin);
  // Only a proxy knows whether the request used https, since it terminates TLS.
  const scheme = isFromTrustedProxy ? headers.get("X-Forwarded-Proto")?.split(",")[0] : undefined;
  return host !== headers.get("Host") || (scheme !== undefined && protocol !== `${scheme}:`);
}
