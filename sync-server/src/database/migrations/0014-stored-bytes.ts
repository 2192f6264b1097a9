import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const storedBytes: Migration = { up };

/** The size of older pictures is counted while the server runs: the index finds the uncounted ones. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("blob").addColumn("stored_bytes", "integer").execute();
  await db.schema
    .createIndex("blob_uncounted")
    .on("blob")
    .columns(["user_id", "sha256"])
    .where(sql`stored_bytes`, "is", null)
    .execute();

  await db.schema
    .createTable("unfinished_import")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("shelf_ids", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
}
