import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#database/dialect";
import { createOwnerTable } from "./owner-table.ts";

export const content: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await createOwnerTable(db, "category", (table) =>
    table
      .addColumn("shelf_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("position", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull()),
  );
  await db.schema.createIndex("category_shelf").on("category").columns(["user_id", "shelf_id"]).execute();

  await createOwnerTable(db, "social_link", (table) =>
    table
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("position", "text", (column) => column.notNull()),
  );

  await db.schema.alterTable("item").addColumn("cutout", "text").execute();
  await db.schema
    .alterTable("item")
    .addColumn("shows_cutout", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("item")
    .addColumn("category_ids", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();

  // Devices pull all rows again with their new shape, so versions stay.
  // PostgreSQL came later, with no rows.
  if (isPostgres(db)) return;
  await sql`update single set body = json_insert(body, '$.title', '', '$.website', '', '$.location', '') where id = 'profile'`.execute(
    db,
  );
}
