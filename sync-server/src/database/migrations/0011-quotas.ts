import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

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
    select 1, max(at) from (select max(seen_at) as at from sync_client union all select max(created_at) from session) having max(at) is not null`.execute(
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
  await sql`
    create trigger sync_op_added after insert on sync_op begin
      update sync_user set op_count = op_count + 1 where user_id = new.user_id;
    end`.execute(db);
  await sql`
    create trigger sync_op_removed after delete on sync_op begin
      update sync_user set op_count = op_count - 1 where user_id = old.user_id;
    end`.execute(db);
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
