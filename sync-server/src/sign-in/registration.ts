import { isMisleadingUsername, usernameSkeletons } from "@shelv/contract/values/misleading-username";
import { Refusal } from "@shelv/contract/refusal";
import { isReservedUsername, username } from "@shelv/contract/values/username";
import { patchBetween } from "@shelv/mutators/patch";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { randomUUID } from "node:crypto";
import { FIRST_PLAN } from "@shelv/contract/rows/plan";
import { FIRST_SINGLES, type OwnerRow } from "@shelv/contract/rows/owner-tables";
import { v7 as uuid } from "uuid";
import { email as emailSchema } from "@shelv/contract/values/email";
import { findUser, isLookalike } from "#database/find-user";
import { isUniqueViolation } from "#database/errors";
import { isForgottenUsername } from "./forgotten-usernames.ts";
import { usedTrialOf } from "./used-trials.ts";
import type { Database } from "#database/open-database";
import { readSingle } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { lockKeys, write } from "#database/transaction";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import { writeChange } from "#database/rows/owner-rows";
import { accountOf, type AccountRules } from "#shelves/refresh-account";
import { mailboxOf } from "./mailbox.ts";
import type { Identity } from "./provider-client.ts";

export type RegistrationDeps = { writeDeps: WriteDeps; secret: string };

const usernameKey = (name: string) => name.toLowerCase();

export async function isUsernameFree(registration: RegistrationDeps, typed: string): Promise<boolean> {
  const parsed = v.safeParse(username, typed);
  return (
    parsed.success &&
    (await whyNotFree(registration, registration.writeDeps.db.reader, parsed.output)) === null
  );
}

async function whyNotFree(
  { secret }: RegistrationDeps,
  db: Kysely<Schema>,
  name: string,
): Promise<"username-taken" | "username-misleading" | null> {
  if (isReservedUsername(name) || (await findUser(db, usernameKey(name)))) return "username-taken";
  if (isMisleadingUsername(name) || (await isLookalike(db, name))) return "username-misleading";
  return (await isForgottenUsername(db, name, secret)) ? "username-taken" : null;
}

/**
 * Gives the account its username, permanently. The profile's name is stored first: if the username is taken,
 * the owner stays at this step.
 */
export async function completeRegistration(
  registration: RegistrationDeps,
  userId: string,
  chosen: { username: string; displayName: string },
): Promise<void> {
  const { writeDeps } = registration;
  await mustHaveNone(writeDeps.db, userId);
  const why = await whyNotFree(registration, writeDeps.db.reader, chosen.username);
  if (why !== null) throw new Refusal(why);
  const { displayName } = await readSingle(writeDeps.db.reader, userId, "profile");
  const edit = patchBetween({ displayName }, { displayName: chosen.displayName });
  if (edit) await applyAtOnce(writeDeps, userId, [mutation("profile.update", edit)]);
  await claim(registration, userId, chosen.username);
}

async function mustHaveNone({ reader }: Database, userId: string): Promise<void> {
  const { username } = await reader
    .selectFrom("user")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (username !== null) throw new Refusal("username-chosen");
}

/**
 * The lock decides a race for lookalikes, the unique index one for the same name; the null check decides one
 * within an account.
 */
async function claim(registration: RegistrationDeps, userId: string, name: string): Promise<void> {
  try {
    await write(registration.writeDeps.db.writer, userId, async (trx) => {
      await lockKeys(trx, "usernames", ["all"]);
      const why = await whyNotFree(registration, trx, name);
      if (why !== null) throw new Refusal(why);
      const { numUpdatedRows } = await trx
        .updateTable("user")
        .set({ username: name, username_key: usernameKey(name) })
        .where("id", "=", userId)
        .where("username", "is", null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new Refusal("username-chosen");
      await trx
        .insertInto("username_skeleton")
        .values(usernameSkeletons(name).map((skeleton) => ({ skeleton, user_id: userId })))
        .execute();
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal("username-taken");
    throw error;
  }
}

export type User = { id: string; email: string; username: string | null };

type Creation = { now: Date; rules: AccountRules; secret: string };

export async function userOf(trx: Kysely<Schema>, email: string, creation: Creation): Promise<User> {
  // If two first sign-ins run at once, the second waits in `createUser`, and finds the first one's account.
  return (
    (await userAt(trx, email)) ??
    (await createUser(trx, email, creation)) ??
    (await userAt(trx, email)) ??
    Promise.reject(new Error("The account of this address is gone again"))
  );
}

const userAt = (trx: Kysely<Schema>, email: string): Promise<User | undefined> =>
  trx.selectFrom("user").select(["id", "email", "username"]).where("email", "=", email).executeTakeFirst();

/** Creates an account; null if the address has one by now. */
async function createUser(
  trx: Kysely<Schema>,
  email: string,
  { now, rules, secret }: Creation,
): Promise<User | null> {
  const user: User = { id: uuid(), email, username: null };
  // A deleted account's trial goes on, or stays used.
  const trialEndsAt = await usedTrialOf(trx, { mailbox: mailboxOf(email), secret });
  const account = accountOf(user, rules, { ...FIRST_PLAN, trialEndsAt });
  const first: OwnerRow<"singles">[] = [{ id: "account", ...account }, FIRST_SINGLES.profile];
  const created = await trx
    .insertInto("user")
    .values({ ...user, username_key: null, created_at: now.getTime() })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!created) return null;
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
 * Returns the account of an identity. At the first sign-in it is the account of the provider's confirmed
 * address, created if missing: its owner could also sign in with a code. Later the identity alone decides. An
 * unconfirmed address opens and creates nothing: anyone can enter one in a profile.
 */
export async function userOfIdentity(
  trx: Kysely<Schema>,
  { provider, subject, email }: Identity,
  creation: Creation,
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
  const user = await userOf(trx, address.output, creation);
  await trx
    .insertInto("identity")
    .values({ provider, subject, user_id: user.id, created_at: creation.now.getTime() })
    .onConflict((conflict) => conflict.columns(["provider", "subject"]).doNothing())
    .execute();
  return user;
}
