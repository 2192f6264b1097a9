import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const serverEpoch: Migration = { up };

/** A restore changes one row, however many accounts there are. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("server_epoch")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("epoch", "text", (column) => column.notNull())
    .execute();
}
