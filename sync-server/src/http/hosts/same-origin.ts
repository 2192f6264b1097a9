import { Refusal } from "@shelv/contract/refusal";
import { authRoutes } from "@shelv/contract/routes/auth";
import { captureRoutes } from "@shelv/contract/routes/capture";
import { digestRoutes } from "@shelv/contract/routes/digest";
import type { Context, MiddlewareHandler } from "hono";
import { isFromProxy, type Trust } from "./client-address.ts";

export type SiteSettings = Trust & { publicUrl: string | null };

/**
 * They have their own proof: Apple posts our state from its site; a mail program unsubscribes with the mail's
 * token; a capture carries its own.
 */
const FROM_ANYWHERE = [
  authRoutes.returnFromSocialByForm.path.replace(":provider", ""),
  digestRoutes.unsubscribe.path.replace(":token", ""),
];

const isFromAnywhere = (path: string) =>
  path === captureRoutes.capture.path || FROM_ANYWHERE.some((start) => path.startsWith(start));

/**
 * Refuses writes that another site's page sends with the owner's cookie (CSRF). A client without an origin is
 * not a browser, and has only cookies it was given. Without a public URL, the Host is the site.
 */
export function sameOriginOnly(settings: SiteSettings): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req;
    const isWrite = method !== "GET" && method !== "HEAD" && !isFromAnywhere(path);
    if (isWrite && comesFromElsewhere(c, settings)) throw new Refusal("wrong-origin");
    await next();
  };
}

export const comesFromElsewhere = (c: Context, { publicUrl, trustedProxies }: SiteSettings): boolean =>
  isForeign(c.req.raw.headers, publicUrl, isFromProxy(c, trustedProxies));

export function isForeign(headers: Headers, publicUrl: string | null, isFromTrustedProxy = false): boolean {
  const origin = headers.get("Origin");
  if (origin === null) return !["same-origin", "none", null].includes(headers.get("Sec-Fetch-Site"));
  if (publicUrl !== null) return origin !== publicUrl;
  if (!URL.canParse(origin)) return true;
  const { host, protocol } = new URL(origin);
  // Only a proxy that terminates TLS knows whether it was https.
  const scheme = isFromTrustedProxy ? headers.get("X-Forwarded-Proto")?.split(",")[0] : undefined;
  return host !== headers.get("Host") || (scheme !== undefined && protocol !== `${scheme}:`);
}
