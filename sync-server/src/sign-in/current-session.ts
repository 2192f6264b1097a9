import type { Context } from "hono";
import type { OwnVisits } from "#analytics/visitor/own-visits";
import { clientNetwork, type NetworkDeps } from "#http/rate-limits/hashed-address";
import type { Session } from "#http/session";
import type { Cookies } from "./cookies.ts";
import type { Sessions } from "./sessions.ts";

type Deps = NetworkDeps & { cookies: Cookies; sessions: Sessions; ownVisits: Pick<OwnVisits, "note"> };

/** The caller's session. Its use renews it, in the database and in the browser. */
export async function currentSession(
  { cookies, sessions, ownVisits, settings, addressSalt }: Deps,
  c: Context,
): Promise<Session | null> {
  const held = cookies.currentSession(c);
  const session = held ? await sessions.find(held.token) : null;
  if (!held || !session) return null;
  ownVisits.note(session.userId, {
    network: await clientNetwork({ settings, addressSalt }, c),
    userAgent: c.req.header("User-Agent") ?? "",
  });
  const isDue = sessions.isDue(session);
  if (isDue) await sessions.renew(session);
  if (isDue || held.isOldName) cookies.write(c, "session", held.token);
  return session;
}
