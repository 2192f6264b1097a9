import { isMisleadingUsername, usernameSkeletons } from "@shelv/contract/misleading-username";
import { Refusal } from "@shelv/contract/refusal";
import { isReservedUsername, username } from "@shelv/contract/username";
import { patchBetween } from "@shelv/mutators/patch";
import SQLite from "better-sqlite3";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { findUser, isLookalike } from "#database/find-user";
import { isForgottenUsername } from "#database/forgotten-usernames";
import type { Database } from "#database/open-database";
import { readSingle } from "#database/rows/read-single";
import type { Schema } from "#database/schema";
import { applyAtOnce, type WriteDeps } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";

export type RegistrationDeps = { writeDeps: WriteDeps; secret: string };

const usernameKey = (name: string) => name.toLowerCase();

/** An invalid username is not available. */
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

/** Permanently. The profile's name comes first: if the username is taken, the owner stays at this step. */
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
 * The single writing connection decides a race for lookalikes, the unique index one for the same name; the
 * null check decides one within an account.
 */
async function claim(registration: RegistrationDeps, userId: string, name: string): Promise<void> {
  try {
    await registration.writeDeps.db.writer.transaction().execute(async (trx) => {
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

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof SQLite.SqliteError && error.code === "SQLITE_CONSTRAINT_UNIQUE";
