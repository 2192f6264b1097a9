/**
 * The `account` single is what no device decides by itself. Its plan changes with mutations; its username, a suspension and the
 * rules of this server are written when they are found to differ from what holds now, just before a device asks, so that a new
 * setting needs no sweep over all accounts.
 */
import { type Account, account } from "@shelv/contract/account";
import { FIRST_PLAN, type AccountPlan, accountPlan } from "@shelv/contract/plan";
import type { Kysely } from "kysely";
import { sameRow } from "@shelv/mutators/memory-tx";
import * as v from "valibot";
import type { Database } from "#database/open-database";
import { fetchRead, writeChange } from "#database/owner-rows";
import type { Schema } from "#database/schema";

/** What decides over every account at once. */
export type AccountRules = { hasPlanLimits: boolean };

/** The account as its owner's devices should know it. An account without a username says an empty one. */
export const accountOf = (
  {
    username,
    suspended_for: suspension,
  }: Pick<Schema["user"], "username"> & { suspended_for?: string | null },
  { hasPlanLimits }: AccountRules,
  held: AccountPlan = FIRST_PLAN,
): Account => ({
  username: username ?? "",
  ...held,
  hasPlanLimits,
  ...(suspension == null ? {} : { suspension }),
});

/** Writes the account single anew, under a version of its own, where it is not as it should be. */
export async function refreshAccount(
  db: Database,
  userId: string,
  { rules, now }: { rules: AccountRules; now: Date },
): Promise<void> {
  if ((await staleAccount(db.reader, userId, rules)) === null) return;
  await db.writer.transaction().execute(async (trx) => {
    const { version } = await trx
      .updateTable("sync_user")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("user_id", "=", userId)
      .returning("version")
      .executeTakeFirstOrThrow();
    const stale = await staleAccount(trx, userId, rules);
    if (stale)
      await writeChange(trx, userId, { table: "singles", id: "account", ...stale }, version, { now });
  });
}

async function staleAccount(db: Kysely<Schema>, userId: string, rules: AccountRules) {
  const user = await db
    .selectFrom("user")
    .select(["username", "suspended_for"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const [stored] = await fetchRead(db, userId, ["singles", "account"]);
  const held = v.safeParse(accountPlan, stored);
  const after = {
    id: "account" as const,
    ...accountOf(user, rules, held.success ? held.output : FIRST_PLAN),
  };
  const before = stored && v.is(account, stored) ? { ...stored, id: "account" as const } : null;
  return before && sameRow(before, after) ? null : { before, after };
}
