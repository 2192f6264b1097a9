import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const linkJobs: Migration = { up };

/** Links to read and to check, and tokens that may add items. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("link_job")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("image_url", "text")
    .addPrimaryKeyConstraint("link_job_key", ["user_id", "item_id"])
    .execute();
  await db.schema.createIndex("link_job_due").on("link_job").column("due_at").execute();

  await db.schema
    .createTable("link_check")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("misses", "integer", (column) => column.notNull())
    .addColumn("missed_at", "bigint")
    .addPrimaryKeyConstraint("link_check_key", ["user_id", "item_id"])
    .execute();
  await db.schema.createIndex("link_check_due").on("link_check").column("due_at").execute();
  // Rounds are small, so these spread by themselves.
  await sql`
    insert into link_check (user_id, item_id, due_at, misses)
    select user_id, id, 0, 0 from item where url like 'http%'`.execute(db);

  await db.schema
    .createTable("capture_token")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .execute();
  await db.schema.createIndex("capture_token_owner").on("capture_token").column("user_id").execute();

  // The version of the last change by an owner, where the server's own changes came after it.
  await db.schema.alterTable("item").addColumn("edited_version", "integer").execute();
}
