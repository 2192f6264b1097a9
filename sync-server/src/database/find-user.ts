import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";
import { type At, statement } from "./statement.ts";

/** Whoever has a username, by its small letters. */
export async function findUser(db: Kysely<Schema>, usernameKey: string): Promise<Pick<Schema["user"], "id" | "username"> | undefined> {
  return (await readUser(db, { usernameKey }))[0];
}

const readUser = statement((db, at: At<{ usernameKey: string }>) =>
  db.selectFrom("user").select(["id", "username"]).where("username_key", "=", at("usernameKey")));
