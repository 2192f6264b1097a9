import { Refusal } from "@shelv/contract/refusal";
import { isReservedUsername, username } from "@shelv/contract/username";
import { patchBetween } from "@shelv/mutators/patch";
import * as v from "valibot";
import { findUser } from "#database/find-user";
import { isForgottenUsername } from "#database/forgotten-usernames";
import type { Database } from "#database/open-database";
import { readSingle } from "#database/read-single";
import { isUniqueViolation } from "#database/unique-violation";
import { applyAtOnce, type WriteHost } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";

export type RegistrationHost = { host: WriteHost; secret: string };

const usernameKey = (name: string) => name.toLowerCase();

/** Whether a name could be chosen now. What is no username at all is simply not available. */
export async function isUsernameFree({ host: { db, now }, secret }: RegistrationHost, typed: string): Promise<boolean> {
  const parsed = v.safeParse(username, typed);
  if (!parsed.success || isReservedUsername(parsed.output)) return false;
  const key = usernameKey(parsed.output);
  return (await findUser(db.reader, key)) === undefined && !(await isForgottenUsername(db.reader, key, { secret, now: now() }));
}

/**
 * Gives an account its username, for good, and the profile its name. The name comes first: should the username turn out
 * to be taken, the owner is still at this step and nothing is lost.
 */
export async function completeRegistration(
  registration: RegistrationHost, userId: string, chosen: { username: string; displayName: string },
): Promise<void> {
  const { host } = registration;
  await mustHaveNone(host.db, userId);
  if (isReservedUsername(chosen.username)) throw new Refusal("username-taken");
  const { displayName } = await readSingle(host.db.reader, userId, "profile");
  const edit = patchBetween({ displayName }, { displayName: chosen.displayName });
  if (edit) await applyAtOnce(host, userId, [mutation("profile.update", edit)]);
  await claim(registration, userId, chosen.username);
}

async function mustHaveNone({ reader }: Database, userId: string): Promise<void> {
  const { username } = await reader.selectFrom("user").select("username").where("id", "=", userId).executeTakeFirstOrThrow();
  if (username !== null) throw new Refusal("username-chosen");
}

/** The unique index decides a race for one name; the null decides a race within one account. */
async function claim({ host: { db, now }, secret }: RegistrationHost, userId: string, name: string): Promise<void> {
  const key = usernameKey(name);
  try {
    await db.writer.transaction().execute(async (trx) => {
      if (await isForgottenUsername(trx, key, { secret, now: now() })) throw new Refusal("username-taken");
      const { numUpdatedRows } = await trx
        .updateTable("user")
        .set({ username: name, username_key: key })
        .where("id", "=", userId)
        .where("username", "is", null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new Refusal("username-chosen");
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal("username-taken");
    throw error;
  }
}
