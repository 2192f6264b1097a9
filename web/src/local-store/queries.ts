import { type ItemRow, needsLook } from "@shelv/contract/rows/item";
import { FIRST_SINGLES, type Single, type SingleRow } from "@shelv/contract/rows/owner-tables";
import type { CategoryRow } from "@shelv/contract/rows/category";
import type { Goal } from "@shelv/contract/rows/onboarding";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { SocialLinkRow } from "@shelv/contract/rows/social-link";
import { inOrder } from "@shelv/mutators/placing";
import type { Collection } from "dexie";
import { rowsWithPendingChanges } from "./before-images";
import type { LocalStore } from "./local-store";
import type { OutboxEntry } from "./schema";
import { type ReadableRows, type ReadableStore, bootQuery } from "./readable-store";
import { hasSynced } from "./sync-meta";

/** All positions are between these: IndexedDB orders numbers before texts, and arrays after them. */
function orderedItems(store: LocalStore, shelfId: string): Collection<ItemRow, string>;
function orderedItems(store: ReadableStore, shelfId: string): ReadableRows<ItemRow, string>;
function orderedItems(store: ReadableStore, shelfId: string): ReadableRows<ItemRow, string> {
  return store.items.where("[shelfId+position]").between([shelfId, -Infinity], [shelfId, []]);
}

export const shelfById = bootQuery(
  async (store: ReadableStore, shelfId: string): Promise<ShelfRow | null> =>
    (await store.shelves.get(shelfId)) ?? null,
);

export const shelvesInOrder = bootQuery(async (store: ReadableStore): Promise<ShelfRow[]> =>
  inOrder(await store.shelves.toArray()),
);

export const itemsOfShelf = async (store: ReadableStore, shelfId: string): Promise<ItemRow[]> =>
  inOrder(await store.items.where("shelfId").equals(shelfId).toArray());

/** Runs again only if an item is added, deleted or moved, and is cheap for thousands. */
export const itemIdsOfShelf = bootQuery(async (store: ReadableStore, shelfId: string): Promise<string[]> =>
  orderedItems(store, shelfId).primaryKeys(),
);

export const firstItemsOfShelf = bootQuery(
  async (store: ReadableStore, shelfId: string, maxItems: number): Promise<ItemRow[]> =>
    orderedItems(store, shelfId).limit(maxItems).toArray(),
);

export async function lastItemOfShelf(store: LocalStore, shelfId: string): Promise<ItemRow[]> {
  const last = await orderedItems(store, shelfId).last();
  return last ? [last] : [];
}

export const itemIds = bootQuery(async (store: ReadableStore, shelfId: string | undefined) => ({
  shelfId,
  ids: (await Promise.all((await shelfIds(store, shelfId)).map((id) => itemIdsOfShelf(store, id)))).flat(),
}));

export const FIRST_ITEMS = 40;

export const firstItems = bootQuery(async (store: ReadableStore, shelfId: string | undefined) => {
  const items: ItemRow[] = [];
  for (const id of await shelfIds(store, shelfId)) {
    if (items.length < FIRST_ITEMS)
      items.push(...(await firstItemsOfShelf(store, id, FIRST_ITEMS - items.length)));
  }
  return { shelfId, items };
});

const shelfIds = async (store: ReadableStore, shelfId: string | undefined): Promise<string[]> =>
  shelfId === undefined ? (await shelvesInOrder(store)).map(({ id }) => id) : [shelfId];

export const itemCounts = bootQuery(
  async (store: ReadableStore): Promise<Map<string, number>> =>
    new Map(
      await Promise.all(
        (await store.shelves.toCollection().primaryKeys()).map(
          async (id) => [id, await orderedItems(store, id).count()] as const,
        ),
      ),
    ),
);

/** The first shelf with an item, else the first. */
export async function shelfToShow(store: LocalStore): Promise<string | null> {
  const shelves = await shelvesInOrder(store);
  for (const { id } of shelves) if ((await orderedItems(store, id).count()) > 0) return id;
  return shelves[0]?.id ?? null;
}

export async function itemsToLookAt(store: LocalStore): Promise<ItemRow[]> {
  const found = await store.items.where("linkState").anyOf("gone", "sold-out").toArray();
  const place = (item: ItemRow) => `${item.linkState} ${item.shelfId} ${item.position}`;
  return found.filter(needsLook).toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

export const countToLookAt = async (store: LocalStore): Promise<number> =>
  (await itemsToLookAt(store)).length;

export const uncutItemIds = async (store: LocalStore): Promise<string[]> =>
  store.items.where("details").equals("uncut").primaryKeys();

export const itemsById = bootQuery(async (store: ReadableStore, ids: readonly string[]): Promise<ItemRow[]> =>
  (await store.items.bulkGet([...ids])).filter((item) => item !== undefined),
);

export async function missingItems(store: ReadableStore, ids: readonly string[]): Promise<string[]> {
  const rows = await store.items.bulkGet([...ids]);
  return ids.filter((_, at) => rows[at] === undefined);
}

export const allCategories = bootQuery(async (store: ReadableStore): Promise<CategoryRow[]> =>
  inOrder(await store.categories.toArray()),
);

export const categoriesOfShelf = bootQuery(
  async (store: ReadableStore, shelfId: string): Promise<CategoryRow[]> =>
    inOrder(await store.categories.where("shelfId").equals(shelfId).toArray()),
);

export const socialLinksInOrder = bootQuery(async (store: ReadableStore): Promise<SocialLinkRow[]> =>
  inOrder(await store.socialLinks.toArray()),
);

export const profileOf = bootQuery((store: ReadableStore) => single(store, "profile"));
export const accountOf = bootQuery((store: ReadableStore) => single(store, "account"));
export const appearanceOf = bootQuery((store: ReadableStore) => single(store, "appearance"));
export const savedTemplate = async (store: ReadableStore): Promise<Single<"appearance">["template"] | null> =>
  ((await store.singles.get("appearance")) as Single<"appearance"> | undefined)?.template ?? null;
export const settingsOf = bootQuery((store: ReadableStore) => single(store, "settings"));
/**
 * Null until this device knows: a missing row means "not completed" only after the first sync, which is read
 * first, because the row may arrive between the reads.
 */
export const hasCompletedSetup = bootQuery(async (store: ReadableStore): Promise<boolean | null> => {
  const isFirstSyncDone = await hasSynced(store);
  const setup = (await store.singles.get("onboarding")) as Single<"onboarding"> | undefined;
  return setup?.completed ?? (isFirstSyncDone ? false : null);
});

export const savedGoal = async (store: ReadableStore): Promise<Goal | null> =>
  (await single(store, "onboarding")).goal;

const single = async <I extends SingleRow["id"]>(store: ReadableStore, id: I): Promise<Single<I>> =>
  ((await store.singles.get(id)) as Single<I> | undefined) ?? FIRST_SINGLES[id];

export function pendingEntries(store: LocalStore, lastMid: number): Collection<OutboxEntry, number>;
export function pendingEntries(store: ReadableStore, lastMid: number): ReadableRows<OutboxEntry, number>;
export function pendingEntries(store: ReadableStore, lastMid: number): ReadableRows<OutboxEntry, number> {
  return store.outbox.where("mid").above(lastMid);
}

export const highestMid = async (store: LocalStore): Promise<number> =>
  (await store.outbox.toCollection().last())?.mid ?? lastMidOf(store);

export const pendingCount = bootQuery(async (store: ReadableStore): Promise<number> => {
  return pendingEntries(store, await lastMidOf(store)).count();
});

/** `pending`: only this device has the row's newest change. */
export type RowMark = "pending" | "rejected";

export const rowMarks = bootQuery(async (store: ReadableStore): Promise<Map<string, RowMark>> => {
  const touched = await rowsWithPendingChanges(store);
  const rejected = await store.rejected.toArray();
  return new Map<string, RowMark>([
    ...touched.map((id) => [id, "pending"] as const),
    ...rejected.flatMap(({ rows }) => rows.map((id) => [id, "rejected"] as const)),
  ]);
});

const lastMidOf = async (store: ReadableStore) => (await store.meta.get("sync"))?.lastMid ?? 0;
