import { PLAN_NAMES, type PlanName, PLANS } from "@shelv/contract/rows/plan";
import { fetchRead, writeChange } from "#database/rows/owner-rows";
import type { Database } from "#database/open-database";
import { readSingle } from "#database/rows/read-owner";
import { write } from "#database/transaction";
import { SettingsError } from "#platform/settings-error";
import { announceChange, type DatabasePlace, withDatabase } from "./with-database.ts";

export async function setPlan(place: DatabasePlace, username: string, plan: string): Promise<string> {
  if (!isPlanName(plan))
    throw new SettingsError(`There is no plan ${plan}: choose ${PLAN_NAMES.join(", ")}.`);
  return withDatabase(place, async (db) => {
    const { userId, name } = await writePlan(db, username, plan);
    const seen = await announceChange(db.writer, userId);
    return `${name} has the ${PLANS[plan].name} plan for good. Devices learn it when they next sync, visitors see it ${seen}.`;
  });
}

async function writePlan(
  { writer }: Database,
  username: string,
  plan: PlanName,
): Promise<{ userId: string; name: string }> {
  return write(writer, null, async (trx) => {
    // Nothing may be read before the counter's lock is taken.
    const owner = await trx
      .updateTable("sync_user")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("user_id", "=", (eb) =>
        eb.selectFrom("user").select("id").where("username_key", "=", username.toLowerCase()),
      )
      .returning(["user_id", "version"])
      .executeTakeFirst();
    if (!owner) throw new SettingsError(`Nobody has the username ${username}.`);
    const { user_id: userId, version } = owner;
    const [stored] = await fetchRead(trx, userId, ["singles", "account"]);
    const before = await readSingle(trx, userId, "account");
    const after = { ...before, id: "account" as const, plan, isPlanFixed: true };
    await writeChange(
      trx,
      userId,
      { table: "singles", id: "account", before: stored ?? null, after },
      version,
      { now: new Date() },
    );
    return { userId, name: after.username || username };
  });
}

const isPlanName = (name: string): name is PlanName => (PLAN_NAMES as readonly string[]).includes(name);
