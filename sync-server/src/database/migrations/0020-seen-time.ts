import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#database/dialect";

export const seenTime: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("sweep_clock").execute();
  await db.schema
    .createTable("sweep_clock")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("looked_at", "integer", (column) => column.notNull())
    .addColumn("seen_ms", "integer", (column) => column.notNull())
    .execute();
  // The oldest names of an account are those that were added first: times may come from a clock that was
  // wrong.
  await db.schema.dropIndex("sync_op_oldest").execute();
  await db.schema
    .createIndex("sync_op_oldest")
    .on("sync_op")
    .columns(isPostgres(db) ? ["user_id", "rowid"] : ["user_id"])
    .execute();
}
