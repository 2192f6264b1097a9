import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { canonicalAddress, Networks } from "#http/networks";
import { usernameBelow } from "#http/place-of";
import type { Services } from "#services";

export const TLS_ASK_PATH = "/internal/tls-ask";

const LOOPBACK = new Networks(["loopback"]);
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Whether a certificate may be had for a name: asked by the proxy beside us before it gets one, since anyone can point a name
 * here. Everybody else hears what they hear of any path that is not there; a proxy that passes somebody's request on says so.
 */
export function serveTlsAsk(app: Hono, { db: { reader }, pages, settings: { pageHost } }: Pick<Services, "db" | "pages" | "settings">): void {
  app.get(TLS_ASK_PATH, async (c, next) => {
    if (!isFromThisMachine(c)) return next();
    const isOurs = await hasPage(c.req.query("domain") ?? "");
    return c.body(null, isOurs ? 200 : 404, { "Cache-Control": "no-store" });
  });

  async function hasPage(name: string): Promise<boolean> {
    const username = usernameBelow(pageHost, name);
    if (username !== undefined) return (await pages.get(username)) !== null;
    const verified = await reader.selectFrom("domain").select("name").where("name", "=", name).where("state", "=", "verified").executeTakeFirst();
    return verified !== undefined;
  }
}

function isFromThisMachine(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const peer = canonicalAddress(incoming?.socket?.remoteAddress ?? "") ?? "";
  const isPassedOn = ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via"].some((name) => c.req.header(name) !== undefined);
  return LOOPBACK.includes(peer) && !isPassedOn && LOOPBACK_HOST.test(c.req.header("Host") ?? "");
}
