import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { createOwnerTable } from "./owner-table.ts";

export const shelves: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await createOwnerTable(db, "shelf", (table) =>
    table
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("emoji", "text", (column) => column.notNull())
      .addColumn("position", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull()),
  );

  await createOwnerTable(db, "item", (table) =>
    table
      .addColumn("shelf_id", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("url", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("price", "text", (column) => column.notNull())
      .addColumn("emoji", "text", (column) => column.notNull())
      .addColumn("picture", "text")
      .addColumn("position", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull()),
  );
  await db.schema.createIndex("item_shelf").on("item").columns(["user_id", "shelf_id"]).execute();

  await createOwnerTable(db, "single", (table) =>
    table.addColumn("body", "text", (column) => column.notNull()),
  );

  await db.schema
    .createTable("sync_user")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("epoch", "text", (column) => column.notNull())
    .addColumn("gc_floor", "integer", (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable("sync_client")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("last_mid", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_client_key", ["user_id", "client_id"])
    .execute();

  await db.schema
    .createTable("sync_result")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("mid", "integer", (column) => column.notNull())
    .addColumn("code", "text", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_result_key", ["user_id", "client_id", "mid"])
    .execute();

  await db.schema
    .createTable("sync_tombstone")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("table_name", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("snapshot", "text", (column) => column.notNull())
    .addColumn("deleted_at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_tombstone_key", ["user_id", "table_name", "id"])
    .execute();
  await db.schema
    .createIndex("sync_tombstone_version")
    .on("sync_tombstone")
    .columns(["user_id", "version"])
    .execute();

  await db.schema
    .createTable("blob")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("sha256", "text", (column) => column.notNull())
    .addColumn("bytes", "integer", (column) => column.notNull())
    .addColumn("created_at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("blob_key", ["user_id", "sha256"])
    .execute();
}
