import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const itemLinks: Migration = { up };

/** Whether an item is hidden, whether its details are still to be read, and what checks of its link found. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("item")
    .addColumn("is_hidden", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ["details", "silenced_until", "checked_at"])
    await db.schema.alterTable("item").addColumn(column, "text").execute();
  await db.schema
    .alterTable("item")
    .addColumn("link_state", "text", (column) => column.notNull().defaultTo("unchecked"))
    .execute();
}
