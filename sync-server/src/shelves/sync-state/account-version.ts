import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

/** Null without an account. */
export async function versionOf(db: Kysely<Schema>, userId: string): Promise<number | null> {
  return (await readVersion(db, { userId }))[0]?.version ?? null;
}

const readVersion = statement((db, at: At<{ userId: string }>) =>
  db.selectFrom("sync_user").select("version").where("user_id", "=", at("userId")),
);
