import type { Context, MiddlewareHandler } from "hono";
import type { Services } from "#services";
import { knownMark } from "./sign-in-limits.ts";
import { hashOfToken } from "./token.ts";

type Entrance = {
  email: string;
  sessionToken: string;
  /** That this browser's cookie may not show. */
  earlierHash?: string | null;
};

/** Ends the old one, and marks the browser as known for this address. */
export async function startSession(
  services: Services,
  c: Context,
  { email, sessionToken, earlierHash = null }: Entrance,
): Promise<void> {
  const { cookies, secret } = services;
  await signOut(services, c);
  if (earlierHash !== null) await endSession(services, earlierHash);
  cookies.write(c, "session", sessionToken);
  // A pending sign-out belonged to another session; a provider's form post has no cookie that shows it.
  cookies.removeLeaving(c);
  cookies.write(c, "known", knownMark(secret, email));
}

export async function signOut(services: Services, c: Context): Promise<void> {
  const token = services.cookies.currentSession(c)?.token;
  if (token !== undefined) await endSession(services, hashOfToken(token));
}

/** Also closes its streams. */
async function endSession({ sessions, hub }: Services, tokenHash: string): Promise<void> {
  await sessions.end(tokenHash);
  hub.closeSession(tokenHash);
}

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
