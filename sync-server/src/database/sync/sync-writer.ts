import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

type FieldPlace = { table: string; id: string; field: string };
type OwnersField = FieldPlace & { userId: string };

/** Null for a REST write; undefined if unchanged since its creation. */
export async function lastWriter(
  trx: Kysely<Schema>,
  userId: string,
  field: FieldPlace,
): Promise<{ clientId: string | null } | undefined> {
  return (await readWriter(trx, { userId, ...field }))[0];
}

const readWriter = statement((db, at: At<OwnersField>) =>
  db
    .selectFrom("sync_writer")
    .select("client_id as clientId")
    .where("user_id", "=", at("userId"))
    .where("table_name", "=", at("table"))
    .where("id", "=", at("id"))
    .where("field", "=", at("field")),
);

export async function rememberWriter(
  trx: Kysely<Schema>,
  userId: string,
  written: FieldPlace & { clientId: string | null },
): Promise<void> {
  await putWriter(trx, { userId, ...written });
}

const putWriter = statement((db, at: At<OwnersField & { clientId: string | null }>) =>
  db
    .insertInto("sync_writer")
    .values({
      user_id: at("userId"),
      table_name: at("table"),
      id: at("id"),
      field: at("field"),
      client_id: at("clientId"),
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "table_name", "id", "field"]).doUpdateSet({ client_id: at("clientId") }),
    ),
);
