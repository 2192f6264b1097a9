import type { CreateTableBuilder, Kysely } from "kysely";

/** A table of an owner's rows: keyed by owner and id, indexed by version. */
export async function createOwnerTable(
  db: Kysely<unknown>,
  name: string,
  columns: (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint(`${name}_key`, ["user_id", "id"]);
  await columns(table).execute();
  await db.schema.createIndex(`${name}_version`).on(name).columns(["user_id", "version"]).execute();
}
