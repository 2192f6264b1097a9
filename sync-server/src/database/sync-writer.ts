import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

type FieldPlace = { table: string; id: string; field: string };

/** Who last changed a field: a device, or null for a REST write. Undefined where it is as it was made. */
export async function lastWriter(
  trx: Kysely<Schema>, userId: string, { table, id, field }: FieldPlace,
): Promise<{ clientId: string | null } | undefined> {
  return trx
    .selectFrom("sync_writer")
    .select("client_id as clientId")
    .where("user_id", "=", userId)
    .where("table_name", "=", table)
    .where("id", "=", id)
    .where("field", "=", field)
    .executeTakeFirst();
}

export async function rememberWriter(
  trx: Kysely<Schema>, userId: string, { table, id, field, clientId }: FieldPlace & { clientId: string | null },
): Promise<void> {
  await trx
    .insertInto("sync_writer")
    .values({ user_id: userId, table_name: table, id, field, client_id: clientId })
    .onConflict((conflict) => conflict.columns(["user_id", "table_name", "id", "field"]).doUpdateSet({ client_id: clientId }))
    .execute();
}
