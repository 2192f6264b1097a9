import { type Kysely, sql } from "kysely";
import { key, notNull, ofUser, userKey, zero } from "./columns.ts";

export async function createAccountTables(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("user")
    .addColumn("id", "text", key)
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("username", "text")
    .addColumn("username_key", "text", (column) => column.unique())
    .addColumn("created_at", "integer", notNull)
    .addColumn("suspended_for", "text")
    .execute();
  await schema
    .createIndex("user_unclaimed")
    .on("user")
    .columns(["created_at", "id"])
    .where(sql`username`, "is", null)
    .execute();
  await schema
    .createTable("username_skeleton")
    .addColumn("skeleton", "text", notNull)
    .addColumn("user_id", "text", ofUser)
    .addPrimaryKeyConstraint("username_skeleton_key", ["skeleton", "user_id"])
    .execute();
  await schema.createIndex("username_skeleton_user").on("username_skeleton").column("user_id").execute();
  await schema
    .createTable("forgotten_username")
    .addColumn("name_hash", "text", key)
    .addColumn("free_at", "integer", notNull)
    .execute();
  await schema.createIndex("forgotten_username_free").on("forgotten_username").column("free_at").execute();
  await schema
    .createTable("used_trial")
    .addColumn("mailbox_hash", "text", key)
    .addColumn("ends_at", "integer", notNull)
    .execute();
  await schema.createIndex("used_trial_ends").on("used_trial").column("ends_at").execute();
  await schema
    .createTable("digest")
    .addColumn("user_id", "text", userKey)
    .addColumn("week", "integer", notNull)
    .addColumn("state", "text", notNull)
    .addColumn("tries", "integer", notNull)
    .addColumn("claimed_at", "integer", notNull)
    .execute();
  await createSignInTables(db);
  await createDomainTables(db);
}

async function createSignInTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("sign_in_attempt")
    .addColumn("token_hash", "text", key)
    .addColumn("email", "text", notNull)
    .addColumn("code_hash", "text", notNull)
    .addColumn("tries", "integer", zero)
    .addColumn("expires_at", "integer", notNull)
    .execute();
  await schema
    .createTable("session")
    .addColumn("token_hash", "text", key)
    .addColumn("user_id", "text", ofUser)
    .addColumn("created_at", "integer", notNull)
    .addColumn("expires_at", "integer", notNull)
    .addColumn("export_until", "integer")
    .execute();
  await schema.createIndex("session_user").on("session").column("user_id").execute();
  await schema
    .createTable("session_code")
    .addColumn("session_hash", "text", (column) =>
      column.notNull().references("session.token_hash").onDelete("cascade"),
    )
    .addColumn("purpose", "text", notNull)
    .addColumn("code_hash", "text", notNull)
    .addColumn("tries", "integer", zero)
    .addColumn("expires_at", "integer", notNull)
    .addPrimaryKeyConstraint("session_code_key", ["session_hash", "purpose"])
    .execute();
  await schema.createIndex("session_code_over").on("session_code").column("expires_at").execute();
  await schema
    .createTable("identity")
    .addColumn("provider", "text", notNull)
    .addColumn("subject", "text", notNull)
    .addColumn("user_id", "text", ofUser)
    .addColumn("created_at", "integer", notNull)
    .addPrimaryKeyConstraint("identity_key", ["provider", "subject"])
    .execute();
  await schema.createIndex("identity_user").on("identity").column("user_id").execute();
  await schema
    .createTable("provider_attempt")
    .addColumn("token_hash", "text", key)
    .addColumn("provider", "text", notNull)
    .addColumn("session_hash", "text")
    .addColumn("next", "text")
    .addColumn("username", "text")
    .addColumn("expires_at", "integer", notNull)
    .execute();
  for (const table of ["session", "sign_in_attempt", "provider_attempt"])
    await schema.createIndex(`${table}_expiry`).on(table).column("expires_at").execute();
  await schema
    .createTable("capture_token")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", ofUser)
    .addColumn("name", "text", notNull)
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "integer", notNull)
    .addColumn("used_at", "integer")
    .execute();
  await schema.createIndex("capture_token_owner").on("capture_token").column("user_id").execute();
}

async function createDomainTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("domain")
    .addColumn("user_id", "text", ofUser)
    .addColumn("name", "text", notNull)
    .addColumn("token", "text", notNull)
    .addColumn("state", "text", notNull)
    .addColumn("problem", "text")
    .addColumn("added_at", "integer", notNull)
    .addColumn("checked_at", "integer")
    .addColumn("check_at", "integer", notNull)
    .addColumn("verified_at", "integer")
    .addColumn("lost_at", "integer")
    .addPrimaryKeyConstraint("domain_key", ["user_id", "name"])
    .execute();
  // Any account may claim a name; one account holds it.
  await schema
    .createIndex("domain_held")
    .unique()
    .on("domain")
    .column("name")
    .where(sql`state`, "in", ["verified", "lost"])
    .execute();
  await schema.createIndex("domain_due").on("domain").column("check_at").execute();
  await schema
    .createTable("certificate_name")
    .addColumn("name", "text", key)
    .addColumn("user_id", "text", ofUser)
    .addColumn("asked_at", "integer", notNull)
    .execute();
  await schema.createIndex("certificate_name_asked").on("certificate_name").column("asked_at").execute();
  await schema.createIndex("certificate_name_user").on("certificate_name").column("user_id").execute();
}
