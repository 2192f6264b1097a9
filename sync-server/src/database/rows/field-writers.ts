/** Which device wrote a field last: a device that overwrites its own value loses nothing unseen. */
import { type Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

export type FieldPlace = { table: string; id: string; field: string };
type OwnersField = FieldPlace & { userId: string };

/** Null for a REST write; undefined if unchanged since its creation. */
export async function lastWriter(
  trx: Kysely<Schema>,
  field: OwnersField,
): Promise<{ clientId: string | null } | undefined> {
  return (await readWriter(trx, { ...field }))[0];
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

const AT_ONCE = 100;

/** Each field at most once. */
export async function rememberWriters(
  trx: Kysely<Schema>,
  userId: string,
  writers: readonly (FieldPlace & { clientId: string | null })[],
): Promise<void> {
  for (let from = 0; from < writers.length; from += AT_ONCE)
    await trx
      .insertInto("sync_writer")
      .values(
        writers.slice(from, from + AT_ONCE).map(({ table, id, field, clientId }) => ({
          user_id: userId,
          table_name: table,
          id,
          field,
          client_id: clientId,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "table_name", "id", "field"])
          .doUpdateSet((eb) => ({ client_id: eb.ref("excluded.client_id") })),
      )
      .execute();
}
