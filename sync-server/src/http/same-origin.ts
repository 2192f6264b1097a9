import { Refusal } from "@shelv/contract/refusal";
import { authRoutes } from "@shelv/contract/routes/auth";
import type { MiddlewareHandler } from "hono";

/** Apple posts from its own site; what comes in here proves by its state that it was asked for. */
const FROM_PROVIDERS = authRoutes.returnFromSocialByForm.path.replace(":provider", "");

/**
 * Refuses writes that another site's page sends with the owner's cookie. A browser says where a write comes from; what
 * says nothing at all is no browser, and has no cookie that it was not given. Without a public URL, the Host that the
 * browser asked for is the site.
 */
export function sameOriginOnly(publicUrl: string | null): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req;
    const isWrite = method !== "GET" && method !== "HEAD" && !path.startsWith(FROM_PROVIDERS);
    if (isWrite && isForeign(c.req.raw.headers, publicUrl)) throw new Refusal("wrong-origin");
    await next();
  };
}

export function isForeign(headers: Headers, publicUrl: string | null): boolean {
  const origin = headers.get("Origin");
  if (origin === null) return !["same-origin", "none", null].includes(headers.get("Sec-Fetch-Site"));
  if (publicUrl !== null) return origin !== publicUrl;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get("Host");
}
