import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const syncTrouble: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sync_trouble")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("mid", "integer", (column) => column.notNull())
    .addColumn("op_id", "text")
    .addColumn("times", "integer", (column) => column.notNull())
    .addColumn("waited_ms", "integer", (column) => column.notNull())
    .addColumn("tried_at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_trouble_key", ["user_id", "client_id"])
    .execute();
}
