import type { Kysely } from "kysely";
import { key, notNull } from "./columns.ts";

export async function createServerTables({ schema }: Kysely<unknown>): Promise<void> {
  // The first server that starts makes the row: a copy needs empty tables.
  await schema
    .createTable("installation")
    .addColumn("id", "integer", key)
    .addColumn("name", "text", notNull)
    .addColumn("restored_at", "integer")
    .execute();
  await schema
    .createTable("job")
    .addColumn("name", "text", key)
    .addColumn("done_at", "integer", notNull)
    .addColumn("cursor", "text")
    .execute();
  await schema
    .createTable("sweep_clock")
    .addColumn("id", "integer", key)
    .addColumn("looked_at", "integer", notNull)
    .addColumn("seen_ms", "integer", notNull)
    .execute();
  await schema
    .createTable("daily_salt")
    .addColumn("purpose", "text", notNull)
    .addColumn("day", "text", notNull)
    .addColumn("salt", "text", notNull)
    .addPrimaryKeyConstraint("daily_salt_key", ["purpose", "day"])
    .execute();
  await schema
    .createTable("rate_limit")
    .addColumn("key", "text", key)
    .addColumn("points", "integer", notNull)
    .addColumn("expires_at", "integer", notNull)
    .execute();
  await schema.createIndex("rate_limit_expiry").on("rate_limit").column("expires_at").execute();
}
