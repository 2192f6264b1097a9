import type { MiddlewareHandler } from "hono";
import type { Services } from "#services";
import { leave } from "./enter.ts";

/**
 * Somebody signed out on this browser while it had no network. The session that its cookie still names ends here, before
 * the request is looked at: nobody who uses the device next gets to it. A request that signs in goes on and stays signed in.
 */
export function endOwedSessions(services: Services): MiddlewareHandler {
  const { cookies } = services;
  return async (c, next) => {
    if (!cookies.isLeaving(c)) return next();
    await leave(services, c);
    cookies.removeLeaving(c);
    await next();
    // An answer that a route made by itself has none of the headers that were set before it.
    if (c.res.headers.getSetCookie().length === 0) cookies.removeLeaving(c);
    // It is this browser's alone, also where a public page would say something else to CDNs.
    c.header("Cache-Control", "no-store");
    c.header("CDN-Cache-Control", undefined);
  };
}
