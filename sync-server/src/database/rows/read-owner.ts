import { setImmediate } from "node:timers/promises";
import { FIRST_SINGLES, type OwnerRow, type Single, type SingleRow } from "@shelv/contract/rows/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import type { Kysely } from "kysely";
import { mergedInto } from "./category-history.ts";
import { fetchRead, findRows } from "./owner-rows.ts";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

export async function readShelves(db: Kysely<Schema>, userId: string): Promise<OwnerRow<"shelves">[]> {
  return (await fetchRead(db, userId, ["shelves"])) as OwnerRow<"shelves">[];
}

export async function readItems(
  db: Kysely<Schema>,
  userId: string,
  shelfId?: string,
): Promise<OwnerRow<"items">[]> {
  return (await fetchRead(
    db,
    userId,
    shelfId === undefined ? ["items"] : ["items", "shelfId", shelfId],
  )) as OwnerRow<"items">[];
}

export const readAllPlaces = statement((db, at: At<{ userId: string }>) =>
  db.selectFrom("item").select(["id", "shelf_id as shelfId", "position"]).where("user_id", "=", at("userId")),
);

/** For the order of a shelf's items. */
export const readPlaces = statement((db, at: At<{ userId: string; shelfId: string }>) =>
  db
    .selectFrom("item")
    .select(["id", "position"])
    .where("user_id", "=", at("userId"))
    .where("shelf_id", "=", at("shelfId")),
);

/**
 * In the order of `ids`, a few at a time: the longest texts of 50 items have 2 MB. Null for one that was
 * deleted since.
 */
export async function* readItemsById(
  db: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): AsyncGenerator<(OwnerRow<"items"> | null)[]> {
  for (let from = 0; from < ids.length; from += ITEMS_AT_ONCE) {
    if (from > 0) await setImmediate();
    const some = ids.slice(from, from + ITEMS_AT_ONCE);
    const found = (await (await findRows(db, userId, "items", some))()) as OwnerRow<"items">[];
    const byId = new Map(found.map((item) => [item.id, item]));
    yield some.map((id) => byId.get(id) ?? null);
  }
}

const ITEMS_AT_ONCE = 50;

export async function findShelf(
  db: Kysely<Schema>,
  userId: string,
  id: string,
): Promise<OwnerRow<"shelves">> {
  const [shelf] = (await fetchRead(db, userId, ["shelves", id])) as OwnerRow<"shelves">[];
  if (!shelf) throw new Refusal("shelf-not-found");
  return shelf;
}

export async function findItem(db: Kysely<Schema>, userId: string, id: string): Promise<OwnerRow<"items">> {
  const [item] = (await fetchRead(db, userId, ["items", id])) as OwnerRow<"items">[];
  if (!item) throw new Refusal("item-not-found");
  return item;
}

export async function readCategories(
  db: Kysely<Schema>,
  userId: string,
  shelfId?: string,
): Promise<OwnerRow<"categories">[]> {
  const read =
    shelfId === undefined ? (["categories"] as const) : (["categories", "shelfId", shelfId] as const);
  return (await fetchRead(db, userId, read)) as OwnerRow<"categories">[];
}

export async function findCategory(
  db: Kysely<Schema>,
  userId: string,
  asked: string,
): Promise<OwnerRow<"categories">> {
  const id = (await mergedInto(db, userId, [asked])).get(asked) ?? asked;
  const [category] = (await fetchRead(db, userId, ["categories", id])) as OwnerRow<"categories">[];
  if (!category) throw new Refusal("category-not-found");
  return category;
}

export async function readSocialLinks(
  db: Kysely<Schema>,
  userId: string,
): Promise<OwnerRow<"socialLinks">[]> {
  return (await fetchRead(db, userId, ["socialLinks"])) as OwnerRow<"socialLinks">[];
}

/** Its default before the first write. */
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
