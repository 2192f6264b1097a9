import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { clockMs, isPostgres } from "#database/dialect";

export const importBeats: Migration = { up };

/** Imports of the build before may run on PostgreSQL during an update: theirs count as just begun. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("unfinished_import")
    .addColumn("import_id", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("unfinished_import")
    .addColumn("beat_at", "integer", (column) =>
      column.notNull().defaultTo(isPostgres(db) ? clockMs(db) : sql.lit(0)),
    )
    .execute();
}
