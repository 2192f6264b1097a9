/**
 * What the account has goes in one transaction; memory and files follow. After a crash, the sweep deletes files that no row
 * names.
 */
import { setImmediate } from "node:timers/promises";
import { Refusal } from "@shelv/contract/refusal";
import { type Kysely, sql } from "kysely";
import { forgetAnalytics } from "#analytics/export-analytics";
import { lockVisitsOf } from "#analytics/tables/tracked-pages";
import { reserveUsername } from "#sign-in/forgotten-usernames";
import { isAmong, isPostgres } from "#database/dialect";
import { forgetPictures } from "#database/rows/pictures";
import { readSingle } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { write } from "#database/transaction";
import { rememberTrial } from "#sign-in/used-trials";
import { keysOfLimits } from "#http/rate-limits/rate-limits";
import { type RemovalDeps, removeUnheld } from "#pictures/sweep-pictures";
import { accountDeletedMail } from "#mail/account-mails";
import type { Database } from "#database/open-database";
import type { Bus } from "#bus/bus";
import type { HeldDomains } from "#domains/held-domains";
import type { WriteDeps } from "#shelves/mutate/apply-mutations";
import type { Hub } from "#shelves/event-stream";
import type { Mailer } from "#mail/mailer";
import type { PagePurger } from "#page/cache/page-purger";
import type { ReportBug } from "#http/answer-errors";
import type { Sessions } from "#sign-in/sessions";
import { mailboxOf } from "#sign-in/mailbox";
import type { Session } from "#http/session";
import { useUpSessionCode } from "./session-code.ts";

export type DeletionDeps = Omit<RemovalDeps, "db"> & {
  db: Database;
  bus: Bus;
  heldDomains: HeldDomains;
  writeDeps: Pick<WriteDeps, "onCommit">;
  hub: Hub;
  mailer: Mailer;
  now: () => Date;
  purger: PagePurger | null;
  reportBug: ReportBug;
  secret: string;
  sessions: Sessions;
};

/** The caller has checked the session's code. */
export async function deleteAccount(
  deps: DeletionDeps,
  { userId, tokenHash }: Pick<Session, "userId" | "tokenHash">,
): Promise<void> {
  await forgetBeside(deps.db, userId);
  const { email, username, pictures, remembersTrial } = await write(deps.db.writer, userId, async (trx) => {
    await useUpSessionCode(trx, { purpose: "deletion", tokenHash });
    return forgetAccount(trx, userId, { secret: deps.secret, now: deps.now() });
  });
  deps.sessions.forget((session) => session.userId === userId);
  deps.hub.closeUser(userId);
  deps.purger?.changed(userId, username);
  deps.bus.send({ kind: "accountGone", userId });
  deps.writeDeps.onCommit(userId, [], null);
  await deps.heldDomains.reload([userId]).catch(deps.reportBug);
  await removeUnheld(deps, pictures).catch(deps.reportBug);
  await deps.db.emptyLog().catch(deps.reportBug);
  await deps.mailer.send(accountDeletedMail(email, username, { remembersTrial })).catch(deps.reportBug);
}

export async function forgetAccount(
  trx: Kysely<Schema>,
  userId: string,
  keeping: { secret: string; now: Date },
): Promise<{ email: string; username: string; pictures: string[]; remembersTrial: boolean }> {
  const user = await trx
    .selectFrom("user")
    .select(["email", "username"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user) throw new Refusal("signed-out");
  if (user.username !== null) await reserveUsername(trx, user.username, keeping);
  const { trialEndsAt: endsAt } = await readSingle(trx, userId, "account");
  if (endsAt !== null)
    await rememberTrial(trx, { mailbox: mailboxOf(user.email), secret: keeping.secret, endsAt });

  await lockVisitsOf(trx, userId);
  await trx.deleteFrom("sign_in_attempt").where("email", "=", user.email).execute();
  await trx
    .deleteFrom("provider_attempt")
    .where("session_hash", "in", (eb) =>
      eb.selectFrom("session").select("token_hash").where("user_id", "=", userId),
    )
    .execute();
  await trx.deleteFrom("rate_limit").where("key", "in", keysOfLimits(userId)).execute();
  await forgetAnalytics(trx, userId);
  const pictures = await forgetPictures(trx, userId);
  await deleteInSteps(trx, userId);
  // All other tables cascade from the user.
  await trx.deleteFrom("user").where("id", "=", userId).execute();
  return {
    email: user.email,
    username: user.username ?? "",
    pictures,
    remembersTrial: endsAt !== null,
  };
}

/**
 * On SQLite, a deletion of an account at its quotas takes seconds of this thread: other requests run between
 * the steps. PostgreSQL deletes in its own process.
 */
const ROWS_AT_ONCE = 250;

/** They say nothing of what the account has: it stays whole without them, if its deletion fails. */
const BESIDE = ["sync_op", "link_check"] as const;
const LARGE = ["item", "category", "sync_writer", "sync_tombstone", "sync_result"] as const;

/** In transactions of their own: until the account's ends, no other account can write. */
async function forgetBeside({ lazyWriter }: Database, userId: string): Promise<void> {
  for (const table of BESIDE)
    while ((await write(lazyWriter, userId, (trx) => deleteSome(trx, table, userId))) > 0)
      await setImmediate();
}

async function deleteInSteps(trx: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of LARGE) while ((await deleteSome(trx, table, userId)) > 0) await setImmediate();
}

/** Returns the number of rows, at most `ROWS_AT_ONCE`; 0 on PostgreSQL. */
async function deleteSome(trx: Kysely<Schema>, table: keyof Schema, userId: string): Promise<number> {
  if (isPostgres(trx)) return 0;
  const from = sql.table(table);
  const some = sql`from ${from} where user_id = ${userId} limit ${ROWS_AT_ONCE}`;
  const { numAffectedRows } = await sql`delete from ${from} where ${isAmong(trx, some)}`.execute(trx);
  return Number(numAffectedRows);
}
