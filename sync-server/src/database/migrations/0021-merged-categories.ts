import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const mergedCategories: Migration = { up };

/**
 * What a deleted category was merged into; and which device last put an item into a category, and when
 * another one did.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sync_tombstone").addColumn("merged_into", "text").execute();
  await db.schema
    .createIndex("sync_tombstone_merged")
    .on("sync_tombstone")
    .columns(["user_id", "merged_into"])
    .where(sql`merged_into`, "is not", null)
    .execute();
  await db.schema.alterTable("category").addColumn("joined_by", "text").execute();
  for (const column of ["joined_version", "others_joined_version"])
    await db.schema
      .alterTable("category")
      .addColumn(column, "integer", (of) => of.notNull().defaultTo(0))
      .execute();
}
