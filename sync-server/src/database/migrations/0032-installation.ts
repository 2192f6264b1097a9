import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const installation: Migration = { up };

/** The first server that starts makes the row: a copy needs empty tables. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("installation")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("restored_at", "integer")
    .execute();
}
