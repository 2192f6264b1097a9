/**
 * The server decides the account row. Username, suspension and the server's rules are compared before each
 * exchange and written if they differ, so that a new setting needs no sweep.
 */
import { type Account, account } from "@shelv/contract/rows/account";
import { Refusal } from "@shelv/contract/refusal";
import { FIRST_PLAN, type AccountPlan, accountPlan } from "@shelv/contract/rows/plan";
import type { Kysely } from "kysely";
import { sameRow } from "@shelv/mutators/memory-tx";
import * as v from "valibot";
import type { Database } from "#database/open-database";
import { writeChange } from "#database/rows/owner-rows";
import type { SeenDevice } from "#shelves/sync-state/seen-device";
import type { Schema } from "#database/schema";
import { write } from "#database/transaction";

export type AccountRules = { hasPlanLimits: boolean };

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

type SeenAccount = Pick<SeenDevice, "username" | "suspendedFor" | "account">;

/**
 * Writes an outdated row under a new version. Returns whether it was outdated. `seen`: the row, if the caller
 * has read it.
 */
export async function refreshAccount(
  db: Database,
  userId: string,
  { rules, now, seen }: { rules: AccountRules; now: Date; seen?: SeenAccount },
): Promise<boolean> {
  if (staleAccount(seen ?? (await readAccount(db.reader, userId)), rules) === null) return false;
  return write(db.writer, userId, async (trx) => {
    const { version } = await trx
      .updateTable("sync_user")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("user_id", "=", userId)
      .returning("version")
      .executeTakeFirstOrThrow(signedOut);
    const stale = staleAccount(await readAccount(trx, userId), rules);
    if (stale)
      await writeChange(trx, userId, { table: "singles", id: "account", ...stale }, version, { now });
    return true;
  });
}

const readAccount = (db: Kysely<Schema>, userId: string): Promise<SeenAccount> =>
  db
    .selectFrom("user")
    .leftJoin("single", (join) =>
      join.onRef("single.user_id", "=", "user.id").on("single.id", "=", "account"),
    )
    .select(["username", "suspended_for as suspendedFor", "single.body as account"])
    .where("user.id", "=", userId)
    .executeTakeFirstOrThrow(signedOut);

const signedOut = () => new Refusal("signed-out");

function staleAccount({ username, suspendedFor, account: body }: SeenAccount, rules: AccountRules) {
  const stored: unknown = body === null ? undefined : JSON.parse(body);
  const held = v.safeParse(accountPlan, stored);
  const after = {
    id: "account" as const,
    ...accountOf({ username, suspended_for: suspendedFor }, rules, held.success ? held.output : FIRST_PLAN),
  };
  const before = v.is(account, stored) ? { ...stored, id: "account" as const } : null;
  return before && sameRow(before, after) ? null : { before, after };
}
