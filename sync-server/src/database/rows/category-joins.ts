/** So that a deletion knows what it has not seen. */
import { type Kysely, sql } from "kysely";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

/** `writer`: null for a REST write and for the server itself. */
export async function rememberJoins(
  trx: Kysely<Schema>,
  userId: string,
  { ids, writer, version }: { ids: readonly string[]; writer: string | null; version: number },
): Promise<void> {
  if (ids.length > 0) await puttingJoins(trx, { userId, ids: JSON.stringify(ids), writer, version });
}

const puttingJoins = statement(
  (db, at: At<{ userId: string; ids: string; writer: string | null; version: number }>) =>
    db
      .updateTable("category")
      .set({
        joined_by: at("writer"),
        joined_version: at("version"),
        others_joined_version: othersJoined(at("writer")),
      })
      .where("user_id", "=", at("userId"))
      .where("id", "in", sql<string>`(select value from json_each(${at("ids")}))`),
);

export async function isJoinedByOthers(
  trx: Kysely<Schema>,
  userId: string,
  { id, writer, after }: { id: string; writer: string | null; after: number },
): Promise<boolean> {
  const category = await trx
    .selectFrom("category")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where(othersJoined(writer), ">", after)
    .executeTakeFirst();
  return category !== undefined;
}

const othersJoined = (writer: string | null) =>
  sql<number>`case when joined_by is ${writer} then others_joined_version else joined_version end`;
