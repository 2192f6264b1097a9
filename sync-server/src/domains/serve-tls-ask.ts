import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { canonicalAddress, Networks } from "#http/hosts/networks";
import { isPostgres, untilDeleted } from "#database/dialect";
import { findUser } from "#database/find-user";
import { usernameBelow } from "#http/hosts/resolve-host";
import type { Database } from "#database/open-database";
import type { RateLimits } from "#http/rate-limits/rate-limits";

export const TLS_ASK_PATH = "/internal/tls-ask";

/** Certificates left each hour for accounts without one in it. */
export const CERTIFICATES_RESERVED = 20;

const LOOPBACK = new Networks(["loopback"]);
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

export type TlsAskDeps = {
  db: Database;
  /** Null without a page. */
  pages: { get(username: string): Promise<unknown> };
  limits: RateLimits;
  now: () => Date;
  settings: { pageHost: string | null };
};

/**
 * The local proxy asks before it requests a certificate, since anyone can point a name here. All others (a
 * proxy marks forwarded requests) get a 404.
 */
export function serveTlsAsk(app: Hono, { db, pages, limits, now, settings: { pageHost } }: TlsAskDeps): void {
  app.get(TLS_ASK_PATH, async (c, next) => {
    if (!isFromThisMachine(c)) return next();
    const name = c.req.query("domain") ?? "";
    const userId = await ownerOf(name);
    if (userId === undefined) return c.body(null, 404, NO_STORE);
    await mayHave(name, userId);
    return c.body(null, 200, NO_STORE);
  });

  async function ownerOf(name: string): Promise<string | undefined> {
    const username = usernameBelow(pageHost, name);
    if (username !== undefined) {
      const user = await findUser(db.reader, username);
      // A suspended page shows that under its name, which needs a certificate.
      return user?.isSuspended || (await pages.get(username)) !== null ? user?.id : undefined;
    }
    const verified = await db.reader
      .selectFrom("domain")
      .select("user_id")
      .where("name", "=", name)
      .where("state", "=", "verified")
      .executeTakeFirst();
    return verified?.user_id;
  }

  /** A new name counts towards hourly limits of its account and of all; a known one renews freely. */
  async function mayHave(name: string, userId: string): Promise<void> {
    const known = await db.reader
      .selectFrom("certificate_name")
      .select(["user_id", "asked_at"])
      .where("name", "=", name)
      .executeTakeFirst();
    const asked_at = now().getTime();
    if (known?.user_id === userId && known.asked_at > asked_at - DAY_MS) return;
    if (known?.user_id !== userId) {
      const hasAsked = await limits.isCounted(["certificates-by-account", userId]);
      const leavesFree = hasAsked ? CERTIFICATES_RESERVED : 0;
      await limits.take(["certificates-by-account", userId], ["certificates", "all", leavesFree]);
    }
    await db.writer
      .insertInto("certificate_name")
      .columns(["name", "user_id", "asked_at"])
      .expression((eb) =>
        eb
          .selectFrom("user")
          .select((of) => [of.val(name).as("name"), "user.id", of.val(asked_at).as("asked_at")])
          .where("user.id", "=", userId)
          .$if(isPostgres(db.writer), untilDeleted),
      )
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ user_id: userId, asked_at }))
      .execute();
  }
}

const NO_STORE = { "Cache-Control": "no-store" };
const DAY_MS = 24 * 60 * 60_000;
/** After its last request: longer than any certificate is valid. */
export const CERTIFICATE_NAME_RETENTION_MS = 120 * DAY_MS;

function isFromThisMachine(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const peer = canonicalAddress(incoming?.socket?.remoteAddress ?? "") ?? "";
  const isPassedOn = ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via"].some(
    (name) => c.req.header(name) !== undefined,
  );
  return LOOPBACK.includes(peer) && !isPassedOn && LOOPBACK_HOST.test(c.req.header("Host") ?? "");
}
