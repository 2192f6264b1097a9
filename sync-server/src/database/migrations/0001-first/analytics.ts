import type { Kysely } from "kysely";
import { inKeyOrder } from "#database/dialect";
import { notNull, ofUser, userKey } from "./columns.ts";

export async function createAnalyticsTables(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("analytics_day")
    .addColumn("user_id", "text", ofUser)
    .addColumn("day", "integer", notNull)
    .addColumn("views", "integer", notNull)
    .addColumn("clicks", "integer", notNull)
    .addColumn("visitors", "integer", notNull)
    .addColumn("counts", "text", notNull)
    .addColumn("pairs", "text", notNull)
    .addPrimaryKeyConstraint("analytics_day_key", ["user_id", "day"])
    .execute();
  await schema
    .createTable("analytics_total")
    .addColumn("user_id", "text", userKey)
    .addColumn("through_day", "integer", notNull)
    .addColumn("views", "integer", notNull)
    .addColumn("clicks", "integer", notNull)
    .addColumn("items", "text", notNull)
    .addColumn("shelves", "text", notNull)
    .execute();
  await schema
    .createTable("analytics_reset")
    .addColumn("user_id", "text", ofUser)
    .addColumn("item_id", "text", notNull)
    .addColumn("id", "text", notNull)
    .addColumn("at", "integer", notNull)
    .addColumn("clicks", "integer", notNull)
    .addPrimaryKeyConstraint("analytics_reset_key", ["user_id", "item_id", "id"])
    .execute();
  await schema
    .createTable("analytics_activity")
    .addColumn("user_id", "text", ofUser)
    .addColumn("slot", "integer", notNull)
    .addColumn("id", "text", notNull)
    .addColumn("type", "text", notNull)
    .addColumn("item_title", "text")
    .addColumn("shelf_name", "text")
    .addColumn("location", "text")
    .addColumn("at", "integer", notNull)
    .addPrimaryKeyConstraint("analytics_activity_key", ["user_id", "slot"])
    .modifyEnd(inKeyOrder(db))
    .execute();
  await schema
    .createTable("analytics_ring")
    .addColumn("user_id", "text", userKey)
    .addColumn("written", "integer", notNull)
    .execute();
  await createMarkTables(db);
}

async function createMarkTables(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("analytics_seen")
    .addColumn("day", "integer", notNull)
    .addColumn("mark", "text", notNull)
    .addColumn("at", "integer", notNull)
    .addColumn("source", "text")
    .addPrimaryKeyConstraint("analytics_seen_key", ["day", "mark", "at"])
    .modifyEnd(inKeyOrder(db))
    .execute();
  await schema
    .createTable("analytics_quota")
    .addColumn("day", "integer", notNull)
    .addColumn("mark", "text", notNull)
    .addColumn("used", "integer", notNull)
    .addPrimaryKeyConstraint("analytics_quota_key", ["day", "mark"])
    .modifyEnd(inKeyOrder(db))
    .execute();
  await schema
    .createTable("own_visit")
    .addColumn("day", "integer", notNull)
    .addColumn("mark", "text", notNull)
    .addColumn("user_id", "text", ofUser)
    .addPrimaryKeyConstraint("own_visit_key", ["day", "mark", "user_id"])
    .execute();
  await schema.createIndex("own_visit_of_user").on("own_visit").column("user_id").execute();
}
