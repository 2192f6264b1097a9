import { setImmediate } from "node:timers/promises";
import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import { digestsOf } from "@shelv/contract/row-digest";
import type { RowDigests } from "@shelv/contract/sync";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "#database/open-database";
import { rowsAfter } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";
import { EPOCH } from "#database/epoch";

type Point = { epoch: string; cursor: number };
type Cached = Point & { digests: Promise<RowDigests | null> };

const ACCOUNTS_AT_MOST = 1000;
/** About ten ms. */
const ROWS_AT_ONCE = 200;

const caches = new WeakMap<Database, LRUCache<string, Cached>>();

/**
 * Of all rows, cached for the next device. Without a snapshot, as all reads share one connection: null if the
 * account's version rises in between.
 */
export async function digestsAt(db: Database, userId: string, at: Point): Promise<RowDigests | null> {
  const cache = caches.get(db) ?? new LRUCache<string, Cached>({ max: ACCOUNTS_AT_MOST });
  caches.set(db, cache);
  const known = cache.get(userId);
  if (known?.epoch === at.epoch && known.cursor === at.cursor) return known.digests;
  const cached: Cached = { ...at, digests: compute(db.reader, userId, at) };
  cache.set(userId, cached);
  const digests = await cached.digests.catch((error: unknown) => {
    cache.delete(userId);
    throw error;
  });
  if (digests === null && cache.peek(userId) === cached) cache.delete(userId);
  return digests;
}

async function compute(reader: Kysely<Schema>, userId: string, at: Point): Promise<RowDigests | null> {
  const digests = await digestsOf((table) => rowsInSlices(reader, userId, table));
  const now = await reader
    .selectFrom("sync_user")
    .select([EPOCH.as("epoch"), "version"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return now?.epoch === at.epoch && now.version === at.cursor ? digests : null;
}

async function* rowsInSlices(
  reader: Kysely<Schema>,
  userId: string,
  table: OwnerTable,
): AsyncGenerator<OwnerRow[]> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const rows: OwnerRow[] = await rowsAfter(reader, userId, table, { after, limit: ROWS_AT_ONCE });
    yield rows;
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id;
    if (after !== undefined) await setImmediate();
  }
}
