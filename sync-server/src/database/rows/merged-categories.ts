/** With the tombstone, and forgotten with it. */
import { type Kysely, sql } from "kysely";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

/** By the merged category's id. The other is not merged, but may be deleted. */
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
    .where("id", "in", sql<string>`(select value from json_each(${at("ids")}))`)
    .where("merged_into", "is not", null),
);

/** Also for those merged into this one before: no chain grows. */
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
