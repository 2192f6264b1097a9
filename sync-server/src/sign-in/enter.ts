import type { Context } from "hono";
import type { Services } from "#services";
import { knownMark } from "./sign-in-limits.ts";
import { hashOfToken } from "./token.ts";

type Entrance = {
  email: string;
  sessionToken: string;
  /** A session of this browser that its cookie may not have told of. */
  earlierHash?: string | null;
};

/** Gives the browser its new session, ends the one it had, and marks it as known at this address. */
export async function enter(
  services: Services,
  c: Context,
  { email, sessionToken, earlierHash = null }: Entrance,
): Promise<void> {
  const { cookies, secret } = services;
  await leave(services, c);
  if (earlierHash !== null) await endSession(services, earlierHash);
  cookies.write(c, "session", sessionToken);
  // A sign-out that was still owed was another session's; a provider that posts back brings no cookie that tells of it.
  cookies.removeLeaving(c);
  cookies.write(c, "known", knownMark(secret, email));
}

/** Ends the session that this browser has, if any. */
export async function leave(services: Services, c: Context): Promise<void> {
  const token = services.cookies.heldSession(c)?.token;
  if (token !== undefined) await endSession(services, hashOfToken(token));
}

/** A session, and every stream that it kept open. */
async function endSession({ sessions, hub }: Services, tokenHash: string): Promise<void> {
  await sessions.end(tokenHash);
  hub.closeSession(tokenHash);
}
