import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const signInHardening: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("daily_salt")
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("salt", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("daily_salt_key", ["purpose", "day"])
    .execute();

  await db.schema
    .createTable("rate_limit")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("points", "integer", (column) => column.notNull())
    .addColumn("expires_at", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rate_limit_expiry").on("rate_limit").column("expires_at").execute();

  await db.schema
    .createTable("identity")
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("created_at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("identity_key", ["provider", "subject"])
    .execute();
  await db.schema.createIndex("identity_user").on("identity").column("user_id").execute();

  await db.schema
    .createTable("provider_attempt")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("session_hash", "text")
    .addColumn("next", "text")
    .addColumn("username", "text")
    .addColumn("expires_at", "integer", (column) => column.notNull())
    .execute();
}
