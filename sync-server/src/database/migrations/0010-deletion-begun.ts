import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const deletionBegun: Migration = { up };

/** The number of a shelf's unfinished deletion, if it has more items than are deleted at once. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("shelf").addColumn("deleting", "integer").execute();
}
