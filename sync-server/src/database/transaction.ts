/**
 * Every transaction starts here. A write that touches an owner first locks the owner's counter row, so that
 * writers of one account never wait for each other's rows.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import { isTransient } from "./errors.ts";
import type { Schema } from "./schema.ts";
import { type At, statement } from "./statement.ts";
import { EPOCH } from "./epoch.ts";

export type Counter = {
  version: number;
  epoch: string;
  floor: number;
  deletedBytes: number;
  opCount: number;
  textBytes: number;
};

type Write<T, F> = (trx: Kysely<Schema>, counter: Counter | undefined, first: F) => Promise<T>;
type First<F> = (trx: Kysely<Schema>) => Promise<F>;

/**
 * `userId`: the owner whose rows `act` touches, if any; without an account the counter is undefined. After a
 * deadlock or a failed serialization `act` runs again, on other values. `first`: reads that share the lock's
 * round trip, and so lack the counter; `act` gets their result.
 */
export async function write<T, F = undefined>(
  writer: Kysely<Schema>,
  userId: string | null,
  act: Write<T, F>,
  first: First<F> = async () => undefined as F,
): Promise<T> {
  return retryTransient(() =>
    writer.transaction().execute(async (trx) => {
      const locking = userId === null ? null : await lockCounter.send(trx, { userId });
      const read = await first(trx);
      const [counter] = (await locking?.rows) ?? [];
      return act(trx, counter, read);
    }),
  );
}

const TRIES = 5;
const PAUSE_MS = 20;

async function retryTransient<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tries === TRIES || !isTransient(error)) throw error;
      await sleep(Math.random() * PAUSE_MS * tries);
    }
  }
}

const COUNTER = [
  "version",
  "gc_floor as floor",
  "deleted_bytes as deletedBytes",
  "op_count as opCount",
  "text_bytes as textBytes",
  EPOCH.as("epoch"),
] as const;

/** On SQLite a transaction has the only lock. */
const lockCounter = statement((db, at: At<{ userId: string }>) => {
  const counter = db.selectFrom("sync_user").select(COUNTER).where("user_id", "=", at("userId"));
  return isPostgres(db) ? counter.forUpdate() : counter;
});

/** For a write that touches several owners, in one order: no two writes wait for each other. */
export async function lockCounters(trx: Kysely<Schema>, userIds: readonly string[]): Promise<void> {
  // SQLite has one writer at a time.
  if (!isPostgres(trx) || userIds.length === 0) return;
  await trx
    .selectFrom("sync_user")
    .select("user_id")
    .where("user_id", "in", [...new Set(userIds)])
    .orderBy("user_id")
    .forUpdate()
    .execute();
}

/**
 * For rows that are not one owner's, or that are counted without the owner's lock. Held until the transaction
 * ends; a call locks its keys in one order.
 */
export async function lockKeys(trx: Kysely<Schema>, purpose: string, keys: readonly string[]): Promise<void> {
  if (!isPostgres(trx) || keys.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtext(${purpose}), slot)
    from (select distinct hashtext(atom) & ${sql.lit(LOCK_SLOTS - 1)} as slot from json_each(${JSON.stringify(keys)}) order by slot) as slots`.execute(
    trx,
  );
}

/** PostgreSQL's table of locks is small: keys share slots. */
const LOCK_SLOTS = 1024;

/** All reads see the same moment. After a migration by another process `act` may run again. */
export const snapshot = <T>(reader: Kysely<Schema>, act: (trx: Kysely<Schema>) => Promise<T>): Promise<T> =>
  isPostgres(reader)
    ? retryTransient(() =>
        reader.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(act),
      )
    : reader.transaction().execute(act);
