import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const rowWriters: Migration = { up };

const OWNER_TABLES = ["shelf", "category", "item", "social_link", "single", "notice"];

/**
 * Which device wrote each row last, and when another one did: so that a deletion finds edits that its device
 * has not pulled.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of OWNER_TABLES) {
    await db.schema.alterTable(table).addColumn("writer", "text").execute();
    await db.schema
      .alterTable(table)
      .addColumn("others_version", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema
    .alterTable("shelf")
    .addColumn("deletes_unseen", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
