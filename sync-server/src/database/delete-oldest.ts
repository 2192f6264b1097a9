import { type Kysely, sql } from "kysely";
import { isAmong, skipLocked } from "./dialect.ts";
import type { Schema } from "./schema.ts";
import { write } from "./transaction.ts";

type Times = {
  [T in keyof Schema]: {
    [C in keyof Schema[T] & string]: NonNullable<Schema[T][C]> extends number ? C : never;
  }[keyof Schema[T] & string];
};

/**
 * Up to `limit` rows with a time up to `upTo`; the column needs an index. Returns their number. Skips
 * accounts that are being deleted.
 */
export async function deleteOldest<T extends keyof Schema>(
  writer: Kysely<Schema>,
  { table, column, upTo, limit }: { table: T; column: Times[T]; upTo: number; limit: number },
): Promise<number> {
  const [from, by] = [sql.table(table), sql.ref(column)];
  const oldest = sql`from ${from} where ${by} <= ${upTo} order by ${by} limit ${limit} ${skipLocked(writer)}`;
  const { numAffectedRows = 0n } = await write(writer, null, (trx) =>
    sql`delete from ${from} where ${isAmong(trx, oldest)}`.execute(trx),
  );
  return Number(numAffectedRows);
}
