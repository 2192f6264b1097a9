import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#database/dialect";
import { createSqliteFunctions } from "#database/postgres/sqlite-functions";

export const accounts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await createSqliteFunctions(db);
  await db.schema
    .createTable("user")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("username", "text")
    .addColumn("username_key", "text", (column) => column.unique())
    .addColumn("created_at", "integer", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("sign_in_attempt")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("expires_at", "integer", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("session")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("created_at", "integer", (column) => column.notNull())
    .addColumn("expires_at", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("session_user").on("session").column("user_id").execute();
}
