import { Refusal } from "@shelv/contract/refusal";
import type { MiddlewareHandler } from "hono";

/**
 * Refuses writes that another site's page sends with the owner's cookie. A browser says where a write comes from; what
 * says nothing at all is no browser, and has no cookie that it was not given. Without a public URL, the Host that the
 * browser asked for is the site.
 */
export function sameOriginOnly(publicUrl: string | null): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD" && isForeign(c.req.raw.headers, publicUrl)) throw new Refusal("wrong-origin");
    await next();
  };
}

export function isForeign(headers: Headers, publicUrl: string | null): boolean {
  const origin = headers.get("Origin");
  if (origin === null) return !["same-origin", "none", null].includes(headers.get("Sec-Fetch-Site"));
  if (publicUrl !== null) return origin !== publicUrl;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get("Host");
}
