import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#database/dialect";
import { counting } from "./0001-first/counters.ts";

/** `sync_user.text_bytes`: of all items of an account, maintained by triggers as its other counters. */
export const textBytes: Migration = { up };

const TEXTS = ["title", "description", "price", "note", "url"];

const sizeOf = (row: string) =>
  sql.join(
    TEXTS.map((column) => sql`octet_length(${sql.raw(row + column)})`),
    sql` + `,
  );

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("sync_user")
    .addColumn("text_bytes", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  if (isPostgres(db)) {
    const events = ["insert", "update", "delete"] as const;
    await counting(db, { table: "item", column: "text_bytes", size: sizeOf(""), events });
  } else await countPerRow(db);
  await sql`
    update sync_user set text_bytes =
      (select coalesce(sum(${sizeOf("item.")}), 0) from item where item.user_id = sync_user.user_id)`.execute(
    db,
  );
}

async function countPerRow(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger item_added after insert on item begin
      update sync_user set text_bytes = text_bytes + ${sizeOf("new.")} where user_id = new.user_id;
    end`.execute(db);
  await sql`
    create trigger item_changed after update of ${sql.raw(TEXTS.join(", "))} on item begin
      update sync_user set text_bytes = text_bytes + ${sizeOf("new.")} - (${sizeOf("old.")}) where user_id = new.user_id;
    end`.execute(db);
  await sql`
    create trigger item_removed after delete on item begin
      update sync_user set text_bytes = text_bytes - (${sizeOf("old.")}) where user_id = old.user_id;
    end`.execute(db);
}
