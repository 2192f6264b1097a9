import type { MiddlewareHandler } from "hono";
import type { Services } from "#services";
import { signOut } from "./start-session.ts";

/**
 * Ends the cookie's session before the request is handled, so that the device's next user cannot use it. A
 * request that signs in stays signed in.
 */
export function completePendingSignOut(services: Services): MiddlewareHandler {
  const { cookies } = services;
  return async (c, next) => {
    if (!cookies.isLeaving(c)) return next();
    await signOut(services, c);
    cookies.removeLeaving(c);
    await next();
    // A route's own Response lacks the headers set before it.
    if (c.res.headers.getSetCookie().length === 0) cookies.removeLeaving(c);
    // For this browser only, even if a public page sets other headers for CDNs.
    c.header("Cache-Control", "no-store");
    c.header("CDN-Cache-Control", undefined);
  };
}
