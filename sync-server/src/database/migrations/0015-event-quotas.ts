import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { inKeyOrder } from "#database/dialect";

export const eventQuotas: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("analytics_quota")
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("mark", "text", (column) => column.notNull())
    .addColumn("used", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("analytics_quota_key", ["day", "mark"])
    .modifyEnd(inKeyOrder(db))
    .execute();
}
