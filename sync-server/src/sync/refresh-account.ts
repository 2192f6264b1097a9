/**
 * What the server decides. The plan changes with mutations; username, suspension and the server's rules are
 * compared before each exchange and written if they differ, so that a new setting needs no sweep.
 */
import { type Account, account } from "@shelv/contract/account";
import { FIRST_PLAN, type AccountPlan, accountPlan } from "@shelv/contract/plan";
import type { Kysely } from "kysely";
import { sameRow } from "@shelv/mutators/memory-tx";
import * as v from "valibot";
import type { Database } from "#database/open-database";
import { fetchRead, writeChange } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";

/** Settings of the server for every account. */
export type AccountRules = { hasPlanLimits: boolean };

/** For its devices. A missing username is an empty text. */
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

/** Under a new version, if outdated. */
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
