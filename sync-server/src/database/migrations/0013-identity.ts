import { usernameSkeletons } from "@shelv/contract/values/misleading-username";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const identity: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("username_skeleton")
    .addColumn("skeleton", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("username_skeleton_key", ["skeleton", "user_id"])
    .execute();
  await db.schema.createIndex("username_skeleton_user").on("username_skeleton").column("user_id").execute();
  await fillSkeletons(db);

  await db.schema
    .createTable("session_code")
    .addColumn("session_hash", "text", (column) =>
      column.notNull().references("session.token_hash").onDelete("cascade"),
    )
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("expires_at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("session_code_key", ["session_hash", "purpose"])
    .execute();
  await db.schema.createIndex("session_code_over").on("session_code").column("expires_at").execute();
  await sql`insert into session_code (session_hash, purpose, code_hash, tries, expires_at)
    select session_hash, 'deletion', code_hash, tries, expires_at from deletion_code`.execute(db);
  await db.schema.dropTable("deletion_code").execute();
  await db.schema.alterTable("session").addColumn("export_until", "integer").execute();

  await db.schema
    .createTable("certificate_name")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("asked_at", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("certificate_name_asked").on("certificate_name").column("asked_at").execute();
  await db.schema.createIndex("certificate_name_user").on("certificate_name").column("user_id").execute();
}

type Tables = {
  user: { id: string; username: string | null };
  username_skeleton: { skeleton: string; user_id: string };
};

const AT_ONCE = 1000;

/** Existing lookalike names stay: only new names are checked. */
async function fillSkeletons(db: Kysely<Tables>): Promise<void> {
  let after = "";
  for (;;) {
    const users = await db
      .selectFrom("user")
      .select(["id", "username"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    const rows = users.flatMap(({ id, username }) =>
      username === null ? [] : usernameSkeletons(username).map((skeleton) => ({ skeleton, user_id: id })),
    );
    if (rows.length > 0) await db.insertInto("username_skeleton").values(rows).execute();
    if (users.length < AT_ONCE) return;
    after = users.at(-1)?.id ?? "";
  }
}
