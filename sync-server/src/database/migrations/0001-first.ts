import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#database/dialect";
import { createSqliteFunctions } from "#database/postgres/sqlite-functions";
import { createAccountTables } from "./0001-first/accounts.ts";
import { createAnalyticsTables } from "./0001-first/analytics.ts";
import { createContentTables } from "./0001-first/content.ts";
import { createCounters } from "./0001-first/counters.ts";
import { createServerTables } from "./0001-first/server.ts";
import { createSyncTables } from "./0001-first/sync.ts";

export const first: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await createSqliteFunctions(db);
  await createAccountTables(db);
  await createContentTables(db);
  await createSyncTables(db);
  await createCounters(db);
  await createAnalyticsTables(db);
  await createServerTables(db);
}
