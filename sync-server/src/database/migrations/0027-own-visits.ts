import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const ownVisits: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("own_visit")
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("mark", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("own_visit_key", ["day", "mark", "user_id"])
    .execute();
  await db.schema.createIndex("own_visit_of_user").on("own_visit").column("user_id").execute();
}
