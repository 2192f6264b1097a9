/**
 * Usernames of deleted accounts, reserved for a while: links to a page outlive it. They are hashed under the
 * server's secret.
 */
import { createHmac } from "node:crypto";
import { usernameSkeletons } from "@shelv/contract/values/misleading-username";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";

export const USERNAME_RESERVED_MS = 30 * 24 * 60 * 60_000;

type Keeping = { secret: string; now: Date };

export async function reserveUsername(
  trx: Kysely<Schema>,
  username: string,
  { secret, now }: Keeping,
): Promise<void> {
  const free_at = now.getTime() + USERNAME_RESERVED_MS;
  await trx
    .insertInto("forgotten_username")
    .values(hashesOf(secret, username).map((name_hash) => ({ name_hash, free_at })))
    .onConflict((conflict) => conflict.column("name_hash").doUpdateSet({ free_at }))
    .execute();
}

/** Reserved until the sweep releases it, whatever the clock says. */
export async function isForgottenUsername(
  db: Kysely<Schema>,
  username: string,
  secret: string,
): Promise<boolean> {
  const kept = await db
    .selectFrom("forgotten_username")
    .select("free_at")
    .where("name_hash", "in", hashesOf(secret, username))
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Shortens up to `limit` reservations to the longest possible time; returns their number. A later end comes
 * from a clock that ran ahead.
 */
export async function boundForgottenUsernames(
  writer: Kysely<Schema>,
  now: Date,
  limit: number,
): Promise<number> {
  const free_at = now.getTime() + USERNAME_RESERVED_MS;
  const { numUpdatedRows } = await writer
    .updateTable("forgotten_username")
    .set({ free_at })
    .where("name_hash", "in", (names) =>
      names.selectFrom("forgotten_username").select("name_hash").where("free_at", ">", free_at).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const hashesOf = (secret: string, username: string): string[] => [
  hashOf(secret, `username\n${username.toLowerCase()}`),
  ...usernameSkeletons(username).map((skeleton) => hashOf(secret, `skeleton\n${skeleton}`)),
];

const hashOf = (secret: string, text: string) =>
  createHmac("sha256", secret).update(text).digest("base64url");
