import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const deletionBegun: Migration = { up };

/** The number of the deletion that a shelf's first items went in, where it has more than go at once. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("shelf").addColumn("deleting", "integer").execute();
}
