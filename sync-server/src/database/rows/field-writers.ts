/** Which device wrote a field last: overwriting its own value loses nothing unseen. */
import { type Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type At, type AtRow, batchStatement, rowNumbers, statement } from "#database/statement";

export type FieldPlace = { table: string; id: string; field: string };
type OwnersField = FieldPlace & { userId: string };

/** Null for a REST write; undefined if the field is unchanged since its creation. */
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

/** Each field comes at most once. */
export async function rememberWriters(
  trx: Kysely<Schema>,
  userId: string,
  writers: readonly (FieldPlace & { clientId: string | null })[],
): Promise<void> {
  await putWriters.send(
    trx,
    writers.map((writer) => ({ userId, ...writer })),
  );
}

const putWriters = batchStatement((db, at: AtRow<"userId" | "table" | "id" | "field" | "clientId">, count) =>
  db
    .insertInto("sync_writer")
    .values(
      rowNumbers(count).map((row) => ({
        user_id: at(row, "userId"),
        table_name: at(row, "table"),
        id: at(row, "id"),
        field: at(row, "field"),
        client_id: at(row, "clientId"),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "table_name", "id", "field"])
        .doUpdateSet((eb) => ({ client_id: eb.ref("excluded.client_id") })),
    ),
);
