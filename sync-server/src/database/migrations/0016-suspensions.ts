import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const suspensions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("user").addColumn("suspended_for", "text").execute();
}
