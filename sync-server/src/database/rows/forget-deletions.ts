/**
 * Deletes old deletions for good. A device whose cursor is below the newest of them starts over (`gc_floor`):
 * nothing else would report the deletion.
 */
import { type Kysely, sql } from "kysely";
import type { Schema } from "#database/schema";
import { lockCounters } from "#database/transaction";

export const DELETED_MAX_BYTES = 20 * 1024 * 1024;
/** Besides its snapshot, as in the counting triggers. */
const ROW_BYTES = 256;
/** A little less, so that not every later deletion trims again. */
const DELETED_TRIMMED_TO_BYTES = DELETED_MAX_BYTES * 0.95;
/** As many as one request can delete, so an account never outgrows its quota. */
const FORGET_AT_ONCE = 5000;

export async function forgetOldestDeletions(
  trx: Kysely<Schema>,
  userId: string,
  deletedBytes: number,
): Promise<number> {
  if (deletedBytes <= DELETED_MAX_BYTES) return 0;
  const upTo = await endOfOldest(trx, userId, deletedBytes - DELETED_TRIMMED_TO_BYTES);
  return upTo === null ? 0 : forgetDeletionsUpTo(trx, userId, upTo);
}

/**
 * The end of the oldest deletions that free `bytes`. A deletion goes as a whole, and never the newest: a
 * shelf must not be restored in part, and the newest has its undo.
 */
async function endOfOldest(trx: Kysely<Schema>, userId: string, bytes: number): Promise<number | null> {
  const {
    rows: [cut],
  } = await sql<{ version: number; deletion: number }>`
    select version, deletion from (
      select version, deletion, coalesce(sum(bytes) over (order by version rows between unbounded preceding and 1 preceding), 0) as before from (
        select version, deletion, octet_length(snapshot) + ${ROW_BYTES} as bytes from sync_tombstone where user_id = ${userId} order by version limit ${FORGET_AT_ONCE}) as oldest) as summed
    where before < ${bytes} order by version desc limit 1`.execute(trx);
  if (!cut) return null;
  const ofUser = trx
    .selectFrom("sync_tombstone")
    .where("user_id", "=", userId)
    .where("deletion", "!=", cut.deletion);
  const next = await ofUser
    .select("version")
    .where("version", ">", cut.version)
    .orderBy("version")
    .limit(1)
    .executeTakeFirst();
  if (next) return next.version - 1;
  const before = await ofUser
    .select("version")
    .where("version", "<", cut.version)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return before?.version ?? null;
}

async function forgetDeletionsUpTo(trx: Kysely<Schema>, userId: string, version: number): Promise<number> {
  const gone = await trx
    .selectFrom("sync_tombstone")
    .select(["user_id", "table_name", "id", "version"])
    .where("user_id", "=", userId)
    .where("version", "<=", version)
    .execute();
  return forget(trx, gone);
}

export async function forgetDeletionsBefore(
  trx: Kysely<Schema>,
  deletedAt: number,
  limit: number,
): Promise<number> {
  const old = await trx
    .selectFrom("sync_tombstone")
    .select(["user_id", "table_name", "id", "version"])
    .where("deleted_at", "<=", deletedAt)
    .orderBy("deleted_at")
    .limit(limit)
    .execute();
  await lockCounters(
    trx,
    old.map(({ user_id }) => user_id),
  );
  return forget(trx, old);
}

type Gone = Pick<Schema["sync_tombstone"], "user_id" | "table_name" | "id" | "version">;

/**
 * Deletes tombstones with their fields' last writers. Returns the number of `found`, though it skips rows
 * restored or deleted again since.
 */
async function forget(trx: Kysely<Schema>, found: readonly Gone[]): Promise<number> {
  const { rows: gone } = await sql<Gone>`
    delete from sync_tombstone where (user_id, table_name, id, version) in (
      select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as bigint) from json_each(${keysOf(found)}))
    returning user_id, table_name, id, version`.execute(trx);
  await sql`
    delete from sync_writer where (user_id, table_name, id) in (
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${keysOf(gone)}))`.execute(trx);
  const newest = new Map<string, number>();
  for (const { user_id, version } of gone) newest.set(user_id, Math.max(version, newest.get(user_id) ?? 0));
  for (const [userId, version] of newest)
    await trx
      .updateTable("sync_user")
      .set({ gc_floor: version })
      .where("user_id", "=", userId)
      .where("gc_floor", "<", version)
      .execute();
  return found.length;
}

const keysOf = (rows: readonly Gone[]): string =>
  JSON.stringify(rows.map(({ user_id, table_name, id, version }) => [user_id, table_name, id, version]));
