import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const pictures: Migration = { up };

/** Width and height stay null for older uploads. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("blob").addColumn("width", "integer").execute();
  await db.schema.alterTable("blob").addColumn("height", "integer").execute();
  await db.schema
    .alterTable("blob")
    .addColumn("is_animated", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("blob").addColumn("unused_since", "integer").execute();
  await db.schema.createIndex("blob_sha256").on("blob").column("sha256").execute();
}
