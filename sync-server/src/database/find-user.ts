import { usernameSkeletons } from "@shelv/contract/values/misleading-username";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";
import { type At, statement } from "./statement.ts";

export type NamedUser = { id: string; username: string | null; isSuspended: boolean };

export async function findUser(db: Kysely<Schema>, usernameKey: string): Promise<NamedUser | undefined> {
  const [user] = await readUser(db, { usernameKey });
  return user && { id: user.id, username: user.username, isSuspended: user.suspended_for !== null };
}

const readUser = statement((db, at: At<{ usernameKey: string }>) =>
  db
    .selectFrom("user")
    .select(["id", "username", "suspended_for"])
    .where("username_key", "=", at("usernameKey")),
);

export async function isLookalike(db: Kysely<Schema>, username: string): Promise<boolean> {
  const found = await db
    .selectFrom("username_skeleton")
    .select("user_id")
    .where("skeleton", "in", usernameSkeletons(username))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
