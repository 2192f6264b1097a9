import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#database/dialect";
import { createOwnerTable } from "./owner-table.ts";

export const syncMemory: Migration = { up };

/**
 * More sync state besides mutation numbers: op ids, the last writer of a field, and which deletions belong
 * together.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sync_client").addColumn("last_op", "text").execute();
  await db.schema
    .alterTable("sync_client")
    .addColumn("seen_at", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update sync_client set seen_at = ${Date.now()}`.execute(db);

  await db.schema
    .createTable("sync_op")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("op_id", "text", (column) => column.notNull())
    .addColumn("applied_at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_op_key", ["user_id", "op_id"])
    .execute();
  // The order of insertion, which SQLite has in each table.
  if (isPostgres(db))
    await db.schema
      .alterTable("sync_op")
      .addColumn("rowid", "bigint", (column) => column.notNull().generatedAlwaysAsIdentity())
      .execute();
  await db.schema.createIndex("sync_op_age").on("sync_op").column("applied_at").execute();

  await db.schema
    .createTable("sync_writer")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("table_name", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("field", "text", (column) => column.notNull())
    .addColumn("client_id", "text")
    .addPrimaryKeyConstraint("sync_writer_key", ["user_id", "table_name", "id", "field"])
    .execute();

  // Rows of one deletion share its number. Earlier they shared the millisecond, which is far above any
  // number.
  await db.schema
    .alterTable("sync_tombstone")
    .addColumn("deletion", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("sync_tombstone").addColumn("shelf_id", "text").execute();
  await sql`update sync_tombstone set deletion = deleted_at, shelf_id = json_extract(snapshot, '$.shelfId')`.execute(
    db,
  );
  await db.schema
    .createIndex("sync_tombstone_shelf")
    .on("sync_tombstone")
    .columns(["user_id", "shelf_id"])
    .execute();
  await db.schema.createIndex("sync_tombstone_age").on("sync_tombstone").column("deleted_at").execute();

  await createOwnerTable(db, "notice", (table) =>
    table
      .addColumn("table", "text", (column) => column.notNull())
      .addColumn("row_id", "text", (column) => column.notNull())
      .addColumn("field", "text", (column) => column.notNull())
      .addColumn("lost", "text", (column) => column.notNull())
      .addColumn("kept", "text", (column) => column.notNull())
      .addColumn("at", "text", (column) => column.notNull()),
  );
}
