import { FIRST_SINGLES, type Single, type SingleRow } from "@shelv/contract/owner-tables";
import type { Kysely } from "kysely";
import { fetchRead } from "./owner-rows.ts";
import type { Schema } from "#database/schema";

/** Or its default before the first write. */
export async function readSingle<I extends SingleRow["id"]>(
  db: Kysely<Schema>,
  userId: string,
  id: I,
): Promise<Single<I>> {
  const [row] = await fetchRead(db, userId, ["singles", id]);
  return (row ?? FIRST_SINGLES[id]) as Single<I>;
}

export async function readSingles(
  db: Kysely<Schema>,
  userId: string,
): Promise<{ [I in SingleRow["id"]]: Single<I> }> {
  const rows = await fetchRead(db, userId, ["singles"]);
  return { ...FIRST_SINGLES, ...Object.fromEntries(rows.map((row) => [row.id, row])) };
}
