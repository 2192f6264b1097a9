import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#database/dialect";

export const quotas: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await countDeletedBytes(db);
  await countOps(db);
  await indexAges(db);
  await db.schema
    .createTable("job")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("done_at", "integer", (column) => column.notNull())
    .addColumn("cursor", "text")
    .execute();
  await db.schema
    .createTable("sweep_clock")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("trusted_at", "integer", (column) => column.notNull())
    .addColumn("doubted_at", "integer")
    .execute();
  // The time of the last write; an empty database has none to compare with.
  await sql`
    insert into sweep_clock (id, trusted_at)
    select 1, max(at) from (select max(seen_at) as at from sync_client union all select max(created_at) from session) as times having max(at) is not null`.execute(
    db,
  );
}

/** Triggers, since deletions are written one by one and in sets, and may be rolled back with a savepoint. */
async function countDeletedBytes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("sync_user")
    .addColumn("deleted_bytes", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update sync_user set deleted_bytes = sums.bytes
    from (select user_id, sum(octet_length(snapshot) + ${ROW_BYTES}) as bytes from sync_tombstone group by user_id) as sums
    where sums.user_id = sync_user.user_id`.execute(db);
  if (isPostgres(db)) return countDeletedBytesInSets(db);
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
}

/** Size of a deletion besides its snapshot. */
const ROW_BYTES = sql.lit(256);

/** PostgreSQL copies the counter's row with each change, so these triggers change it once per statement. */
async function countDeletedBytesInSets(db: Kysely<unknown>): Promise<void> {
  await counting(db, {
    table: "sync_tombstone",
    column: "deleted_bytes",
    size: sql`octet_length(snapshot) + ${ROW_BYTES}`,
    events: ["insert", "update", "delete"],
  });
}

/** Op ids are deleted by age in a sweep, and as their account's oldest. */
async function countOps(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("sync_op_oldest").on("sync_op").columns(["user_id", "applied_at"]).execute();
  await db.schema
    .alterTable("sync_user")
    .addColumn("op_count", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update sync_user set op_count = counts.ops
    from (select user_id, count(*) as ops from sync_op group by user_id) as counts
    where counts.user_id = sync_user.user_id`.execute(db);
  if (isPostgres(db)) return countOpsInSets(db);
  await sql`
    create trigger sync_op_added after insert on sync_op begin
      update sync_user set op_count = op_count + 1 where user_id = new.user_id;
    end`.execute(db);
  await sql`
    create trigger sync_op_removed after delete on sync_op begin
      update sync_user set op_count = op_count - 1 where user_id = old.user_id;
    end`.execute(db);
}

const countOpsInSets = (db: Kysely<unknown>): Promise<void> =>
  counting(db, { table: "sync_op", column: "op_count", size: sql`1`, events: ["insert", "delete"] });

type Counting = {
  table: string;
  column: string;
  size: RawBuilder<unknown>;
  events: readonly ("insert" | "update" | "delete")[];
};

/** Triggers of PostgreSQL that add up the sizes of a table's rows in their owners' counters. */
async function counting(db: Kysely<unknown>, { table, column, size, events }: Counting): Promise<void> {
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

/** Each sweep starts with the oldest rows. */
async function indexAges(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("sync_client_seen").on("sync_client").column("seen_at").execute();
  await db.schema.createIndex("notice_age").on("notice").column("at").execute();
  for (const table of ["session", "sign_in_attempt", "provider_attempt"]) {
    await db.schema.createIndex(`${table}_expiry`).on(table).column("expires_at").execute();
  }
  await db.schema.createIndex("forgotten_username_free").on("forgotten_username").column("free_at").execute();
  await db.schema
    .createIndex("user_unclaimed")
    .on("user")
    .columns(["created_at", "id"])
    .where(sql`username`, "is", null)
    .execute();
}
