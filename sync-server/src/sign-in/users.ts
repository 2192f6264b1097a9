import { randomUUID } from "node:crypto";
import { FIRST_SINGLES, type OwnerRow } from "@shelv/contract/owner-tables";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { email as emailSchema } from "@shelv/contract/email";
import { Refusal } from "@shelv/contract/refusal";
import * as v from "valibot";
import { writeChange } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";
import { accountOf, type AccountRules } from "#sync/refresh-account";
import type { Identity } from "./provider-client.ts";

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

/**
 * At the first sign-in the account of the provider's confirmed address, created if missing: its owner could
 * also sign in with a code. Later the identity alone decides. An unconfirmed address opens and creates
 * nothing: anyone can enter one in a profile.
 */
export async function userOfIdentity(
  trx: Kysely<Schema>,
  { provider, subject, email }: Identity,
  { now, rules }: { now: Date; rules: AccountRules },
): Promise<User> {
  const known = await trx
    .selectFrom("identity")
    .innerJoin("user", "user.id", "identity.user_id")
    .select(["user.id", "user.email", "user.username"])
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();
  if (known) return known;
  const address = v.safeParse(emailSchema, email);
  if (!address.success) throw new Refusal("provider-email");
  const user = await userOf(trx, address.output, { now, rules });
  await trx
    .insertInto("identity")
    .values({ provider, subject, user_id: user.id, created_at: now.getTime() })
    .execute();
  return user;
}
