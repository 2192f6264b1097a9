import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import { notNull, ofUser, userKey, zero } from "./columns.ts";

export async function createContentTables(db: Kysely<unknown>): Promise<void> {
  await createOwnerTables(db);
  await createPictureTables(db);
  await createLinkTables(db);
  await db.schema
    .createTable("cleaned_css")
    .addColumn("user_id", "text", userKey)
    .addColumn("source_hash", "text", notNull)
    .addColumn("css", "text", notNull)
    .addColumn("reason", "text")
    .execute();
  await db.schema
    .createTable("unfinished_import")
    .addColumn("user_id", "text", userKey)
    .addColumn("shelf_ids", "text", notNull)
    .addColumn("version", "integer", notNull)
    .addColumn("import_id", "text", notNull)
    .addColumn("beat_at", "integer", notNull)
    .execute();
}

async function createOwnerTables(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await createOwnerTable(db, "shelf", (table) =>
    table
      .addColumn("name", "text", notNull)
      .addColumn("description", "text", notNull)
      .addColumn("emoji", "text", notNull)
      .addColumn("position", "text", notNull)
      .addColumn("created_at", "text", notNull)
      .addColumn("deleting", "integer")
      .addColumn("deletes_unseen", "integer", zero),
  );
  await createOwnerTable(db, "category", (table) =>
    table
      .addColumn("shelf_id", "text", notNull)
      .addColumn("name", "text", notNull)
      .addColumn("position", "text", notNull)
      .addColumn("created_at", "text", notNull)
      .addColumn("joined_by", "text")
      .addColumn("joined_version", "integer", zero)
      .addColumn("others_joined_version", "integer", zero),
  );
  await schema.createIndex("category_shelf").on("category").columns(["user_id", "shelf_id"]).execute();
  await createOwnerTable(db, "item", (table) =>
    table
      .addColumn("shelf_id", "text", notNull)
      .addColumn("title", "text", notNull)
      .addColumn("url", "text", notNull)
      .addColumn("description", "text", notNull)
      .addColumn("price", "text", notNull)
      .addColumn("emoji", "text", notNull)
      .addColumn("object", "text")
      .addColumn("picture", "text")
      .addColumn("cutout", "text")
      .addColumn("shows_cutout", "integer", zero)
      .addColumn("category_ids", "text", (column) => column.notNull().defaultTo("[]"))
      .addColumn("position", "text", notNull)
      .addColumn("created_at", "text", notNull)
      .addColumn("note", "text", (column) => column.notNull().defaultTo(""))
      .addColumn("is_hidden", "integer", zero)
      .addColumn("details", "text")
      .addColumn("silenced_until", "text")
      .addColumn("link_state", "text", (column) => column.notNull().defaultTo("unchecked"))
      .addColumn("checked_at", "text")
      .addColumn("edited_version", "integer"),
  );
  // A page reads the first items of a shelf in order.
  await schema
    .createIndex("item_order")
    .on("item")
    .columns(["user_id", "shelf_id", "position", "id"])
    .execute();
  // For the query whether any row of an owner names a picture.
  for (const column of ["picture", "cutout"])
    await schema
      .createIndex(`item_${column}`)
      .on("item")
      .columns(["user_id", column])
      .where(sql.ref(column), "is not", null)
      .execute();
  await createOwnerTable(db, "social_link", (table) =>
    table.addColumn("value", "text", notNull).addColumn("position", "text", notNull),
  );
  await createOwnerTable(db, "single", (table) => table.addColumn("body", "text", notNull));
  await createOwnerTable(db, "notice", (table) =>
    table
      .addColumn("table", "text", notNull)
      .addColumn("row_id", "text", notNull)
      .addColumn("field", "text", notNull)
      .addColumn("lost", "text", notNull)
      .addColumn("kept", "text", notNull)
      .addColumn("at", "text", notNull),
  );
  await schema.createIndex("notice_age").on("notice").column("at").execute();
}

async function createOwnerTable(
  { schema }: Kysely<unknown>,
  name: string,
  columns: (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>,
): Promise<void> {
  const table = schema
    .createTable(name)
    .addColumn("user_id", "text", ofUser)
    .addColumn("id", "text", notNull)
    .addColumn("version", "integer", notNull)
    .addColumn("writer", "text")
    .addColumn("others_version", "integer", zero)
    .addPrimaryKeyConstraint(`${name}_key`, ["user_id", "id"]);
  await columns(table).execute();
  await schema.createIndex(`${name}_version`).on(name).columns(["user_id", "version"]).execute();
}

async function createPictureTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("blob")
    .addColumn("user_id", "text", ofUser)
    .addColumn("sha256", "text", notNull)
    .addColumn("bytes", "integer", notNull)
    .addColumn("stored_bytes", "integer", notNull)
    .addColumn("created_at", "integer", notNull)
    .addColumn("width", "integer", notNull)
    .addColumn("height", "integer", notNull)
    .addColumn("is_animated", "integer", zero)
    .addColumn("unused_since", "integer")
    .addPrimaryKeyConstraint("blob_key", ["user_id", "sha256"])
    .execute();
  await schema.createIndex("blob_sha256").on("blob").column("sha256").execute();
  await schema
    .createTable("wanted_picture")
    .addColumn("user_id", "text", ofUser)
    .addColumn("sha256", "text", notNull)
    .addPrimaryKeyConstraint("wanted_picture_key", ["user_id", "sha256"])
    .execute();
}

async function createLinkTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("link_job")
    .addColumn("user_id", "text", ofUser)
    .addColumn("item_id", "text", notNull)
    .addColumn("due_at", "integer", notNull)
    .addColumn("tries", "integer", notNull)
    .addColumn("image_url", "text")
    .addColumn("language", "text")
    .addPrimaryKeyConstraint("link_job_key", ["user_id", "item_id"])
    .execute();
  await schema
    .createTable("link_check")
    .addColumn("user_id", "text", ofUser)
    .addColumn("item_id", "text", notNull)
    .addColumn("due_at", "integer", notNull)
    .addColumn("misses", "integer", notNull)
    .addColumn("missed_at", "integer")
    .addColumn("language", "text")
    .addPrimaryKeyConstraint("link_check_key", ["user_id", "item_id"])
    .execute();
  for (const table of ["link_job", "link_check"])
    await schema.createIndex(`${table}_due`).on(table).column("due_at").execute();
}
