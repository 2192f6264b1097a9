import { email as emailSchema } from "@shelv/contract/email";
import { Refusal } from "@shelv/contract/refusal";
import type { Kysely } from "kysely";
import * as v from "valibot";
import type { Schema } from "#database/schema";
import type { AccountRules } from "#sync/refresh-account";
import type { Identity } from "./provider-client.ts";
import { type User, userOf } from "./users.ts";

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
