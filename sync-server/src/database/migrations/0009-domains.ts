import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const domains: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("domain")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("token", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("added_at", "integer", (column) => column.notNull())
    .addColumn("checked_at", "integer")
    .addColumn("check_at", "integer", (column) => column.notNull())
    .addColumn("verified_at", "integer")
    .addColumn("lost_at", "integer")
    .addPrimaryKeyConstraint("domain_key", ["user_id", "name"])
    .execute();
  // Any account may claim a name; one account holds it.
  await db.schema
    .createIndex("domain_held")
    .unique()
    .on("domain")
    .column("name")
    .where(sql`state`, "in", ["verified", "lost"])
    .execute();
  await db.schema.createIndex("domain_due").on("domain").column("check_at").execute();
}
