import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const packedAnalytics: Migration = { up };

/** `packed`: see `packed-day.ts`. Rows of `analytics_count` move here in a job. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("analytics_day")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("views", "integer", (column) => column.notNull())
    .addColumn("clicks", "integer", (column) => column.notNull())
    .addColumn("visitors", "integer", (column) => column.notNull())
    .addColumn("packed", "bytea", (column) => column.notNull())
    .addPrimaryKeyConstraint("analytics_day_key", ["user_id", "day"])
    .execute();

  await db.schema
    .createTable("analytics_total")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("through_day", "integer", (column) => column.notNull())
    .addColumn("packed", "bytea", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("analytics_reset")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("clicks", "integer", (column) => column.notNull())
    .addColumn("packed", "bytea", (column) => column.notNull())
    .addPrimaryKeyConstraint("analytics_reset_key", ["user_id", "item_id", "id"])
    .execute();

  await db.schema.alterTable("analytics_seen").addColumn("source", "text").execute();
}
