import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { inKeyOrder } from "#database/dialect";

export const analytics: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("analytics_count")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("views", "integer", (column) => column.notNull())
    .addColumn("clicks", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("analytics_count_key", ["user_id", "kind", "subject_id", "day"])
    .modifyEnd(inKeyOrder(db))
    .execute();

  await db.schema
    .createTable("analytics_activity")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("slot", "integer", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("item_title", "text")
    .addColumn("shelf_name", "text")
    .addColumn("location", "text")
    .addColumn("at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("analytics_activity_key", ["user_id", "slot"])
    .modifyEnd(inKeyOrder(db))
    .execute();
  await db.schema
    .createTable("analytics_ring")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("written", "integer", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("analytics_seen")
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("mark", "text", (column) => column.notNull())
    .addColumn("at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("analytics_seen_key", ["day", "mark", "at"])
    .modifyEnd(inKeyOrder(db))
    .execute();
}
