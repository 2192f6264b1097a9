/**
 * Triggers maintain `deleted_bytes` and `op_count` of `sync_user`, since rows are written one by one and in
 * sets, and may be rolled back with a savepoint.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "#database/dialect";

/** Of a deletion, besides its snapshot. */
const ROW_BYTES = sql.lit(256);

export const createCounters = (db: Kysely<unknown>): Promise<void> =>
  isPostgres(db) ? countPerStatement(db) : countPerRow(db);

async function countPerRow(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger sync_tombstone_added after insert on sync_tombstone begin
      update sync_user set deleted_bytes = deleted_bytes + octet_length(new.snapshot) + ${ROW_BYTES} where user_id = new.user_id;
    end`.execute(db);
  await sql`
    create trigger sync_tombstone_changed after update of snapshot on sync_tombstone begin
      update sync_user set deleted_bytes = deleted_bytes + octet_length(new.snapshot) - octet_length(old.snapshot) where user_id = new.user_id;
    end`.execute(db);
  await sql`
    create trigger sync_tombstone_removed after delete on sync_tombstone begin
      update sync_user set deleted_bytes = deleted_bytes - octet_length(old.snapshot) - ${ROW_BYTES} where user_id = old.user_id;
    end`.execute(db);
  await sql`
    create trigger sync_op_added after insert on sync_op begin
      update sync_user set op_count = op_count + 1 where user_id = new.user_id;
    end`.execute(db);
  await sql`
    create trigger sync_op_removed after delete on sync_op begin
      update sync_user set op_count = op_count - 1 where user_id = old.user_id;
    end`.execute(db);
}

/** PostgreSQL copies the counter's row with each change, so these triggers change it once per statement. */
async function countPerStatement(db: Kysely<unknown>): Promise<void> {
  await counting(db, {
    table: "sync_tombstone",
    column: "deleted_bytes",
    size: sql`octet_length(snapshot) + ${ROW_BYTES}`,
    events: ["insert", "update", "delete"],
  });
  await counting(db, { table: "sync_op", column: "op_count", size: sql`1`, events: ["insert", "delete"] });
}

type Counting = {
  table: string;
  column: string;
  size: RawBuilder<unknown>;
  events: readonly ("insert" | "update" | "delete")[];
};

/** Adds up the sizes of a table's rows in their owners' counters, on PostgreSQL. */
export async function counting(
  db: Kysely<unknown>,
  { table, column, size, events }: Counting,
): Promise<void> {
  const sum = (rows: string, sign: string) =>
    sql`select user_id, ${sql.raw(sign)} sum(${size}) as size from ${sql.raw(rows)} group by user_id`;
  const SUMS = {
    insert: sum("added", ""),
    update: sql`${sum("added", "")} union all ${sum("removed", "-")}`,
    delete: sum("removed", "-"),
  };
  const SETS = {
    insert: "new table as added",
    update: "old table as removed new table as added",
    delete: "old table as removed",
  };
  for (const event of events) {
    const name = sql.ref(`${table}_${event}`);
    await sql`
      create function ${name}() returns trigger language plpgsql as $$ begin
        update sync_user set ${sql.ref(column)} = ${sql.ref(column)} + changed.size
        from (select user_id, sum(size) as size from (${SUMS[event]}) as sums group by user_id having sum(size) <> 0) as changed
        where changed.user_id = sync_user.user_id;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${name} after ${sql.raw(event)} on ${sql.table(table)} referencing ${sql.raw(SETS[event])}
      for each statement execute function ${name}()`.execute(db);
  }
}
