/**
 * Who put items into categories, so that a deletion knows what it has not seen, and which category one was
 * merged into, stored with its tombstone and forgotten with it.
 */
import { type Kysely, sql } from "kysely";
import { isOneOf } from "#database/dialect";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

/** `writer`: null for a REST write and for the server itself. */
export async function rememberJoins(
  trx: Kysely<Schema>,
  userId: string,
  { ids, writer, version }: { ids: readonly string[]; writer: string | null; version: number },
): Promise<void> {
  if (ids.length > 0) await puttingJoins.send(trx, { userId, ids: JSON.stringify(ids), writer, version });
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
      .where(isOneOf(db, "id", at("ids"))),
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
  sql<number>`case when joined_by is not distinct from ${writer} then others_joined_version else joined_version end`;

/** Maps a merged category's id to its winner's, which may be deleted. */
export async function mergedInto(
  db: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const merged = ids.length === 0 ? [] : await readingMerged(db, { userId, ids: JSON.stringify(ids) });
  return new Map(merged.map(({ id, winner }) => [id, winner ?? id]));
}

const readingMerged = statement((db, at: At<{ userId: string; ids: string }>) =>
  db
    .selectFrom("sync_tombstone")
    .select(["id", "merged_into as winner"])
    .where("user_id", "=", at("userId"))
    .where("table_name", "=", "categories")
    .where(isOneOf(db, "id", at("ids")))
    .where("merged_into", "is not", null),
);

/** Also for categories that were merged into this one before: no chain grows. */
export async function rememberMerge(
  trx: Kysely<Schema>,
  userId: string,
  { id, winner }: { id: string; winner: string },
): Promise<void> {
  const tombstones = trx
    .updateTable("sync_tombstone")
    .set({ merged_into: winner })
    .where("user_id", "=", userId)
    .where("table_name", "=", "categories");
  await tombstones.where("id", "=", id).execute();
  await tombstones.where("merged_into", "=", id).execute();
}
