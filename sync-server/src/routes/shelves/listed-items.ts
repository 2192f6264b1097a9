/**
 * Lists of an owner's items as JSON. Some items are read at a time: a shelf at its quota, with the longest texts,
 * has 70 MB.
 */
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { ItemAnswer } from "@shelv/contract/routes/items";
import type { ShelfAnswer } from "@shelv/contract/routes/shelves";
import { inOrder } from "@shelv/mutators/placing";
import type { Kysely } from "kysely";
import {
  readAllPlaces,
  readCategories,
  readItemsById,
  readPlaces,
  readShelves,
} from "#database/rows/read-owner";
import { wantedPictures } from "#database/rows/wanted-pictures";
import type { Schema } from "#database/schema";
import { categoryNames, itemAnswerOn } from "#routes/answers";

/** A shelf with what its items' answers need besides them. `order`: its place among the shelves. */
type Listed = {
  shelf: OwnerRow<"shelves">;
  order: number;
  itemIds: string[];
  categories: OwnerRow<"categories">[];
  wanted: ReadonlySet<string>;
};

export async function* itemsJson(
  db: Kysely<Schema>,
  userId: string,
  shelves: readonly Listed[],
): AsyncGenerator<string> {
  const items = itemsOf(db, userId, shelves);
  let separator = "[";
  for (const listed of shelves) {
    const { id, name, emoji } = listed.shelf;
    for await (const item of answersOn(listed, items)) {
      yield separator + JSON.stringify({ ...item, shelf: { id, name, emoji } } satisfies ItemAnswer);
      separator = ",";
    }
  }
  yield separator === "[" ? "[]" : "]";
}

export async function* shelvesJson(
  db: Kysely<Schema>,
  userId: string,
  shelves: readonly Listed[],
): AsyncGenerator<string> {
  const items = itemsOf(db, userId, shelves);
  yield "[";
  for (const [at, listed] of shelves.entries()) {
    if (at > 0) yield ",";
    yield* shelfOf(listed, items);
  }
  yield "]";
}

export const shelfJson = (db: Kysely<Schema>, userId: string, listed: Listed): AsyncGenerator<string> =>
  shelfOf(listed, itemsOf(db, userId, [listed]));

async function* shelfOf(listed: Listed, items: Items): AsyncGenerator<string> {
  const { id, name, description, emoji } = listed.shelf;
  const { order, categories, itemIds } = listed;
  const head = { id, name, description, emoji, order, itemCount: itemIds.length };
  const json = JSON.stringify({ ...head, categories: categoryNames(categories) } satisfies Omit<
    ShelfAnswer,
    "items"
  >);
  let separator = `${json.slice(0, -1)},"items":[`;
  for await (const item of answersOn(listed, items)) {
    yield separator + JSON.stringify(item);
    separator = ",";
  }
  yield separator === "," ? "]}" : `${separator}]}`;
}

type Items = AsyncGenerator<OwnerRow<"items"> | null, undefined>;

/** Of all shelves, one item for each of their ids. */
async function* itemsOf(db: Kysely<Schema>, userId: string, shelves: readonly Listed[]): Items {
  const ids = shelves.flatMap(({ itemIds }) => itemIds);
  for await (const some of readItemsById(db, userId, ids)) yield* some;
}

/** Takes the shelf's items from those of all. */
async function* answersOn({ itemIds, categories, wanted }: Listed, items: Items) {
  const answerOf = itemAnswerOn({ categories, wanted });
  for (const order of itemIds.keys()) {
    const { value: item } = await items.next();
    if (item) yield answerOf(item, order);
  }
}

export async function readListedShelves(db: Kysely<Schema>, userId: string): Promise<Listed[]> {
  const categories = Map.groupBy(await readCategories(db, userId), ({ shelfId }) => shelfId);
  const places = Map.groupBy(await readAllPlaces(db, { userId }), ({ shelfId }) => shelfId);
  const wanted = new Set(await wantedPictures(db, userId));
  return inOrder(await readShelves(db, userId)).map((shelf, order) => ({
    shelf,
    order,
    itemIds: idsOf(places.get(shelf.id) ?? []),
    categories: categories.get(shelf.id) ?? [],
    wanted,
  }));
}

export async function readListedShelf(
  db: Kysely<Schema>,
  userId: string,
  { shelf, order }: Pick<Listed, "shelf" | "order">,
): Promise<Listed> {
  return {
    shelf,
    order,
    itemIds: idsOf(await readPlaces(db, { userId, shelfId: shelf.id })),
    categories: await readCategories(db, userId, shelf.id),
    wanted: new Set(await wantedPictures(db, userId)),
  };
}

const idsOf = (places: readonly { id: string; position: string }[]): string[] =>
  inOrder([...places]).map(({ id }) => id);
