import { email as emailSchema } from "@shelv/contract/email";
import { Refusal } from "@shelv/contract/refusal";
import type { Kysely } from "kysely";
import * as v from "valibot";
import type { Schema } from "#database/schema";
import type { AccountRules } from "#sync/refresh-account";
import type { Identity } from "./provider-client.ts";
import { type User, userOf } from "./users.ts";

/**
 * The account that an identity opens. The first time, it is the account of the address that the provider has confirmed,
 * made now where there is none: whoever holds that address could come in by a code as well. From then on the identity
 * alone decides, whatever address it has later. An address that is not confirmed opens and makes nothing: anybody can
 * write one into a profile.
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
