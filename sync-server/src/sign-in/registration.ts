import { Refusal } from "@shelv/contract/refusal";
import { isReservedUsername, username } from "@shelv/contract/username";
import { patchBetween } from "@shelv/mutators/patch";
import * as v from "valibot";
import type { Database } from "#database/open-database";
import { readSingle } from "#database/read-single";
import { isUniqueViolation } from "#database/unique-violation";
import { applyAtOnce, type WriteHost } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";

const usernameKey = (name: string) => name.toLowerCase();

/** Whether a name could be chosen now. What is no username at all is simply not available. */
export async function isUsernameFree({ reader }: Pick<Database, "reader">, typed: string): Promise<boolean> {
  const parsed = v.safeParse(username, typed);
  if (!parsed.success || isReservedUsername(parsed.output)) return false;
  const taken = await reader.selectFrom("user").select("id").where("username_key", "=", usernameKey(parsed.output)).executeTakeFirst();
  return taken === undefined;
}

/**
 * Gives an account its username, for good, and the profile its name. The name comes first: should the username turn out
 * to be taken, the owner is still at this step and nothing is lost.
 */
export async function completeRegistration(
  host: WriteHost, userId: string, chosen: { username: string; displayName: string },
): Promise<void> {
  await mustHaveNone(host.db, userId);
  if (isReservedUsername(chosen.username)) throw new Refusal("username-taken");
  const { displayName } = await readSingle(host.db.reader, userId, "profile");
  const edit = patchBetween({ displayName }, { displayName: chosen.displayName });
  if (edit) await applyAtOnce(host, userId, [mutation("profile.update", edit)]);
  await claim(host.db, userId, chosen.username);
}

async function mustHaveNone({ reader }: Database, userId: string): Promise<void> {
  const { username } = await reader.selectFrom("user").select("username").where("id", "=", userId).executeTakeFirstOrThrow();
  if (username !== null) throw new Refusal("username-chosen");
}

/** The unique index decides a race for one name; the null decides a race within one account. */
async function claim({ writer }: Database, userId: string, name: string): Promise<void> {
  try {
    const { numUpdatedRows } = await writer
      .updateTable("user")
      .set({ username: name, username_key: usernameKey(name) })
      .where("id", "=", userId)
      .where("username", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Refusal("username-chosen");
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal("username-taken");
    throw error;
  }
}
