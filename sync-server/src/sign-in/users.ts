import { randomUUID } from "node:crypto";
import { FIRST_SINGLES, type OwnerRow } from "@shelv/contract/owner-tables";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { writeChange } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";
import { type AccountRules, accountOf } from "#sync/refresh-account";

export type User = { id: string; email: string; username: string | null };

/** Created if missing; the address is verified. */
export async function userOf(
  trx: Kysely<Schema>,
  email: string,
  { now, rules }: { now: Date; rules: AccountRules },
): Promise<User> {
  const known = await trx
    .selectFrom("user")
    .select(["id", "email", "username"])
    .where("email", "=", email)
    .executeTakeFirst();
  return known ?? createUser(trx, email, { now, rules });
}

async function createUser(
  trx: Kysely<Schema>,
  email: string,
  { now, rules }: { now: Date; rules: AccountRules },
): Promise<User> {
  const user: User = { id: uuid(), email, username: null };
  const first: OwnerRow<"singles">[] = [{ id: "account", ...accountOf(user, rules) }, FIRST_SINGLES.profile];
  await trx
    .insertInto("user")
    .values({ ...user, username_key: null, created_at: now.getTime() })
    .execute();
  await trx
    .insertInto("sync_user")
    .values({ user_id: user.id, epoch: randomUUID(), version: first.length })
    .execute();
  for (const [at, row] of first.entries()) {
    await writeChange(trx, user.id, { table: "singles", id: row.id, before: null, after: row }, at + 1, {
      now,
    });
  }
  return user;
}
