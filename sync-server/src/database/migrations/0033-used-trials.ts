import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const usedTrials: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("used_trial")
    .addColumn("mailbox_hash", "text", (column) => column.primaryKey())
    .addColumn("ends_at", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("used_trial_ends").on("used_trial").column("ends_at").execute();
}
