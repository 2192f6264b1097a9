import type { Context } from "hono";
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
