/** An owner's shelves and items, as the REST answers need them. What is not the owner's own is not there. */
import type { OwnerRow } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import type { Kysely } from "kysely";
import { fetchRead } from "./owner-rows.ts";
import type { Schema } from "./schema.ts";

/** In no particular order. */
export async function readShelves(db: Kysely<Schema>, userId: string): Promise<OwnerRow<"shelves">[]> {
  return (await fetchRead(db, userId, ["shelves"])) as OwnerRow<"shelves">[];
}

/** In no particular order; of one shelf where it is named. */
export async function readItems(db: Kysely<Schema>, userId: string, shelfId?: string): Promise<OwnerRow<"items">[]> {
  return (await fetchRead(db, userId, shelfId === undefined ? ["items"] : ["items", "shelfId", shelfId])) as OwnerRow<"items">[];
}

export async function findShelf(db: Kysely<Schema>, userId: string, id: string): Promise<OwnerRow<"shelves">> {
  const [shelf] = (await fetchRead(db, userId, ["shelves", id])) as OwnerRow<"shelves">[];
  if (!shelf) throw new Refusal("shelf-not-found");
  return shelf;
}

export async function findItem(db: Kysely<Schema>, userId: string, id: string): Promise<OwnerRow<"items">> {
  const [item] = (await fetchRead(db, userId, ["items", id])) as OwnerRow<"items">[];
  if (!item) throw new Refusal("item-not-found");
  return item;
}

/** How many items stand on each shelf; a shelf without any is left out. */
export async function countItems(db: Kysely<Schema>, userId: string): Promise<Map<string, number>> {
  const counts = await db
    .selectFrom("item")
    .select((eb) => ["shelf_id", eb.fn.countAll<number>().as("count")])
    .where("user_id", "=", userId)
    .groupBy("shelf_id")
    .execute();
  return new Map(counts.map(({ shelf_id, count }) => [shelf_id, count]));
}
