import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const accountLifecycle: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deletion_code")
    .addColumn("session_hash", "text", (column) =>
      column.primaryKey().references("session.token_hash").onDelete("cascade"),
    )
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("expires_at", "integer", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("forgotten_username")
    .addColumn("name_hash", "text", (column) => column.primaryKey())
    .addColumn("free_at", "integer", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("digest")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("week", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("claimed_at", "integer", (column) => column.notNull())
    .execute();
}
