/** Reads only what the page shows; the rest of a larger account is counted. */
import { PAGE_MAX_SHELVES, SHELF_MAX_CHIPS } from "@shelv/contract/limits/page-limits";
import { fieldsWith, namesOf } from "@shelv/contract/rows/field";
import { ITEM_FIELDS } from "@shelv/contract/rows/item";
import { inOrder } from "@shelv/mutators/placing";
import { cutToPage } from "@shelv/public-page/cut-to-page";
import { type Kysely, type Selectable, sql } from "kysely";
import { columnOf } from "#database/rows/stored-row";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { pause } from "./in-slices.ts";

export type ItemOnPage = Selected<"item", (typeof ITEM_COLUMNS)[number]>;
type CategoryOnPage = Selected<"category", (typeof CATEGORY_COLUMNS)[number]>;
type Selected<T extends keyof Schema, C extends keyof Schema[T]> = Pick<
  Selectable<Schema[T]>,
  C & keyof Selectable<Schema[T]>
>;

export type PageContent = Awaited<ReturnType<typeof readPageContent>>;

/** In order, each with its first categories and items; at most `maxItems` items together. */
export async function readPageContent(
  trx: Kysely<Schema>,
  userId: string,
  { maxItems, hidesGoneLinks }: { maxItems: number; hidesGoneLinks: boolean },
) {
  const shelves = await readShelves(trx, { userId });
  const categories = await readCategoriesOf(trx, userId, shelves);
  const { items, counts } = await readItemsOf(
    trx,
    { userId, hidesGone: Number(hidesGoneLinks) },
    { shelves, maxItems },
  );
  const isAllRead = shelves.length < PAGE_MAX_SHELVES;
  return cutToPage(
    shelves.map((shelf) => ({
      ...shelf,
      categories: categories.get(shelf.id) ?? [],
      items: items.get(shelf.id) ?? [],
    })),
    {
      ...(counts === null
        ? {}
        : { itemsOn: ({ id }: { id: string }) => counts.get(id) ?? 0, itemCount: sumOf(counts.values()) }),
      ...(isAllRead ? {} : { shelfCount: (await countShelves(trx, { userId }))[0]?.count ?? shelves.length }),
    },
  );
}

type Placed = { id: string };
type Visited = { userId: string; hidesGone: number };

async function readItemsOf(
  trx: Kysely<Schema>,
  owner: Visited,
  { shelves, maxItems }: { shelves: readonly Placed[]; maxItems: number },
) {
  const [more] = await readItemAfter(trx, { ...owner, maxItems });
  if (!more && shelves.length < PAGE_MAX_SHELVES)
    return { items: groupedInOrder(await readItems(trx, owner)), counts: null };
  const items = new Map<string, ItemOnPage[]>();
  let room = maxItems;
  for (const { id } of shelves) {
    if (room === 0) break;
    const first = await readFirstItems(trx, { ...owner, shelfId: id, maxItems: room });
    items.set(id, first);
    room -= first.length;
  }
  const counted = await countItems(trx, owner);
  return { items, counts: new Map(counted.map(({ shelf_id, count }) => [shelf_id, count])) };
}

const ROWS_AT_ONCE = 200;

async function readFirstItems(
  trx: Kysely<Schema>,
  { maxItems, ...of }: Visited & { shelfId: string; maxItems: number },
): Promise<ItemOnPage[]> {
  const first: ItemOnPage[] = [];
  while (first.length < maxItems) {
    const limit = Math.min(ROWS_AT_ONCE, maxItems - first.length);
    const rows = await readItemsOfShelf(trx, { ...of, limit, offset: first.length });
    first.push(...rows);
    if (rows.length < limit) break;
    await pause();
  }
  return first;
}

/** An account's quota; only older ones have more. */
const USUAL_CATEGORIES = 2000;

async function readCategoriesOf(
  trx: Kysely<Schema>,
  userId: string,
  shelves: readonly Placed[],
): Promise<Map<string, CategoryOnPage[]>> {
  const some = await readCategories(trx, { userId, limit: USUAL_CATEGORIES + 1 });
  if (some.length <= USUAL_CATEGORIES) return groupedInOrder(some);
  const first = new Map<string, CategoryOnPage[]>();
  for (const { id } of shelves)
    first.set(id, await readCategoriesOfShelf(trx, { userId, shelfId: id, limit: SHELF_MAX_CHIPS }));
  return first;
}

const groupedInOrder = <R extends { id: string; shelf_id: string; position: string }>(
  rows: R[],
): Map<string, R[]> =>
  new Map(
    [...Map.groupBy(rows, ({ shelf_id }) => shelf_id)].map(([shelfId, ofShelf]) => [
      shelfId,
      inOrder(ofShelf),
    ]),
  );

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, number) => sum + number, 0);

const readShelves = statement((db, at: At<{ userId: string }>) =>
  db
    .selectFrom("shelf")
    .select(["id", "name", "description", "emoji"])
    .where("user_id", "=", at("userId"))
    .orderBy("position")
    .orderBy("id")
    .limit(PAGE_MAX_SHELVES),
);

const countShelves = statement((db, at: At<{ userId: string }>) =>
  db
    .selectFrom("shelf")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", at("userId")),
);

const ITEM_COLUMNS = [
  "id",
  "shelf_id",
  ...namesOf(fieldsWith(ITEM_FIELDS, "sees", "everyone")).map(columnOf),
  "category_ids",
  "position",
] as const;
const CATEGORY_COLUMNS = ["id", "shelf_id", "name", "position"] as const;

const readItemAfter = statement((db, at: At<Visited & { maxItems: number }>) =>
  db.selectFrom("item").select("id").where(isVisible(at)).limit(1).offset(at("maxItems")),
);

const readItems = statement((db, at: At<Visited>) =>
  db.selectFrom("item").select(ITEM_COLUMNS).where(isVisible(at)),
);

/** As `isHiddenFromVisitors` for rows. */
const isVisible = (at: At<Visited>) =>
  sql<boolean>`user_id = ${at("userId")} and is_hidden = 0
    and (${at("hidesGone")} = 0 or link_state <> 'gone' or silenced_until is not null)`;

const readItemsOfShelf = statement(
  (db, at: At<Visited & { shelfId: string; limit: number; offset: number }>) =>
    db
      .selectFrom("item")
      .select(ITEM_COLUMNS)
      .where(isVisible(at))
      .where("shelf_id", "=", at("shelfId"))
      .orderBy("position")
      .orderBy("id")
      .limit(at("limit"))
      .offset(at("offset")),
);

const countItems = statement((db, at: At<Visited>) =>
  db
    .selectFrom("item")
    .select((eb) => ["shelf_id", eb.fn.countAll<number>().as("count")])
    .where(isVisible(at))
    .where("shelf_id", "in", db.selectFrom("shelf").select("id").where("user_id", "=", at("userId")))
    .groupBy("shelf_id"),
);

const readCategories = statement((db, at: At<{ userId: string; limit: number }>) =>
  db.selectFrom("category").select(CATEGORY_COLUMNS).where("user_id", "=", at("userId")).limit(at("limit")),
);

const readCategoriesOfShelf = statement((db, at: At<{ userId: string; shelfId: string; limit: number }>) =>
  db
    .selectFrom("category")
    .select(CATEGORY_COLUMNS)
    .where("user_id", "=", at("userId"))
    .where("shelf_id", "=", at("shelfId"))
    .orderBy("position")
    .orderBy("id")
    .limit(at("limit")),
);
