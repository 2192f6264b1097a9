import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";
import { type At, statement } from "./statement.ts";

export type NamedUser = { id: string; username: string | null; isSuspended: boolean };

/** The account that has a username, by its lower-case form. */
export async function findUser(db: Kysely<Schema>, usernameKey: string): Promise<NamedUser | undefined> {
  const [user] = await readUser(db, { usernameKey });
  return user && { id: user.id, username: user.username, isSuspended: user.suspended_for !== null };
}

const readUser = statement((db, at: At<{ usernameKey: string }>) =>
  db.selectFrom("user").select(["id", "username", "suspended_for"]).where("username_key", "=", at("usernameKey")));
