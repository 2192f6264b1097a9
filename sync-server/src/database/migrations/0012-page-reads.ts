import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const pageReads: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("cleaned_css")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("source_hash", "text", (column) => column.notNull())
    .addColumn("css", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .execute();

  // A page reads the first items of a shelf in order.
  await db.schema
    .createIndex("item_order")
    .on("item")
    .columns(["user_id", "shelf_id", "position", "id"])
    .execute();
  await db.schema.dropIndex("item_shelf").execute();
}
