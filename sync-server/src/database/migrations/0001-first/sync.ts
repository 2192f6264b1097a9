import { type Kysely, sql } from "kysely";
import { isPostgres } from "#database/dialect";
import { key, notNull, ofUser, userKey, zero } from "./columns.ts";

export async function createSyncTables(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("sync_user")
    .addColumn("user_id", "text", userKey)
    .addColumn("version", "integer", zero)
    .addColumn("epoch", "text", notNull)
    .addColumn("gc_floor", "integer", zero)
    .addColumn("deleted_bytes", "integer", zero)
    .addColumn("op_count", "integer", zero)
    .execute();
  await schema
    .createTable("server_epoch")
    .addColumn("id", "integer", key)
    .addColumn("epoch", "text", notNull)
    .execute();
  await schema
    .createTable("sync_client")
    .addColumn("user_id", "text", ofUser)
    .addColumn("client_id", "text", notNull)
    .addColumn("last_mid", "integer", notNull)
    .addColumn("last_op", "text")
    .addColumn("seen_at", "integer", zero)
    .addPrimaryKeyConstraint("sync_client_key", ["user_id", "client_id"])
    .execute();
  await schema.createIndex("sync_client_seen").on("sync_client").column("seen_at").execute();
  await createOpTable(db);
  await schema
    .createTable("sync_writer")
    .addColumn("user_id", "text", ofUser)
    .addColumn("table_name", "text", notNull)
    .addColumn("id", "text", notNull)
    .addColumn("field", "text", notNull)
    .addColumn("client_id", "text")
    .addPrimaryKeyConstraint("sync_writer_key", ["user_id", "table_name", "id", "field"])
    .execute();
  await schema
    .createTable("sync_trouble")
    .addColumn("user_id", "text", ofUser)
    .addColumn("client_id", "text", notNull)
    .addColumn("mid", "integer", notNull)
    .addColumn("op_id", "text")
    .addColumn("times", "integer", notNull)
    .addColumn("waited_ms", "integer", notNull)
    .addColumn("tried_at", "integer", notNull)
    .addPrimaryKeyConstraint("sync_trouble_key", ["user_id", "client_id"])
    .execute();
  await schema
    .createTable("sync_result")
    .addColumn("user_id", "text", ofUser)
    .addColumn("client_id", "text", notNull)
    .addColumn("mid", "integer", notNull)
    .addColumn("code", "text", notNull)
    .addColumn("message", "text", notNull)
    .addPrimaryKeyConstraint("sync_result_key", ["user_id", "client_id", "mid"])
    .execute();
  await createDeletionTable(db);
}

async function createOpTable(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable("sync_op")
    .addColumn("user_id", "text", ofUser)
    .addColumn("op_id", "text", notNull)
    .addColumn("applied_at", "integer", notNull)
    .addPrimaryKeyConstraint("sync_op_key", ["user_id", "op_id"]);
  // The order of insertion, which SQLite has in each table.
  if (isPostgres(db))
    table = table.addColumn("rowid", "bigint", (column) => column.notNull().generatedAlwaysAsIdentity());
  await table.execute();
  await db.schema.createIndex("sync_op_age").on("sync_op").column("applied_at").execute();
  // The oldest of an account were added first: times may come from a clock that was wrong.
  await db.schema
    .createIndex("sync_op_oldest")
    .on("sync_op")
    .columns(isPostgres(db) ? ["user_id", "rowid"] : ["user_id"])
    .execute();
}

async function createDeletionTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("sync_tombstone")
    .addColumn("user_id", "text", ofUser)
    .addColumn("table_name", "text", notNull)
    .addColumn("id", "text", notNull)
    .addColumn("version", "integer", notNull)
    .addColumn("snapshot", "text", notNull)
    .addColumn("deleted_at", "integer", notNull)
    .addColumn("deletion", "integer", zero)
    .addColumn("shelf_id", "text")
    .addColumn("merged_into", "text")
    .addPrimaryKeyConstraint("sync_tombstone_key", ["user_id", "table_name", "id"])
    .execute();
  await schema
    .createIndex("sync_tombstone_version")
    .on("sync_tombstone")
    .columns(["user_id", "version"])
    .execute();
  await schema
    .createIndex("sync_tombstone_shelf")
    .on("sync_tombstone")
    .columns(["user_id", "shelf_id"])
    .execute();
  await schema.createIndex("sync_tombstone_age").on("sync_tombstone").column("deleted_at").execute();
  await schema
    .createIndex("sync_tombstone_merged")
    .on("sync_tombstone")
    .columns(["user_id", "merged_into"])
    .where(sql`merged_into`, "is not", null)
    .execute();
}
