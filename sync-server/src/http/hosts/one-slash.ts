import type { MiddlewareHandler } from "hono";

/**
 * Redirects "//ada" to "/ada": proxies and hand-made links double slashes. The target begins with exactly one:
 * browsers take a second one, and a backslash, for the start of a host.
 */
export const oneSlash: MiddlewareHandler = async (c, next) => {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (!isRead || !c.req.path.includes("//")) return next();
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(pathname.replace(/^[/\\]+/, "/").replace(/\/{2,}/g, "/") + search, 308);
};
