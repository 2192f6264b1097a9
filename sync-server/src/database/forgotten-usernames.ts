/**
 * Usernames of deleted accounts. Links to a page outlive it, so for a while nobody else can stand in its place; what is
 * kept for that is a hash, under the server's secret, of a name that nobody can read out of it.
 */
import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

const USERNAME_KEPT_MS = 30 * 24 * 60 * 60_000;

type Keeping = { secret: string; now: Date };

export async function keepForgottenUsername(trx: Kysely<Schema>, usernameKey: string, { secret, now }: Keeping): Promise<void> {
  const free_at = now.getTime() + USERNAME_KEPT_MS;
  await trx
    .insertInto("forgotten_username")
    .values({ name_hash: hashOfName(secret, usernameKey), free_at })
    .onConflict((conflict) => conflict.column("name_hash").doUpdateSet({ free_at }))
    .execute();
}

export async function isForgottenUsername(db: Kysely<Schema>, usernameKey: string, { secret, now }: Keeping): Promise<boolean> {
  const kept = await db
    .selectFrom("forgotten_username")
    .select("free_at")
    .where("name_hash", "=", hashOfName(secret, usernameKey))
    .where("free_at", ">", now.getTime())
    .executeTakeFirst();
  return kept !== undefined;
}

export const sweepForgottenUsernames = (writer: Kysely<Schema>, now: Date) =>
  writer.deleteFrom("forgotten_username").where("free_at", "<=", now.getTime()).execute();

const hashOfName = (secret: string, usernameKey: string) =>
  createHmac("sha256", secret).update(`username\n${usernameKey}`).digest("base64url");
