/** What screens ask of the local store: narrow, so that a live query wakes only for what it shows. */
import type { ItemRow } from "@shelv/contract/item";
import { FIRST_SINGLES, type Single, type SingleRow } from "@shelv/contract/owner-tables";
import type { CategoryRow } from "@shelv/contract/category";
import type { ShelfRow } from "@shelv/contract/shelf";
import type { SocialLinkRow } from "@shelv/contract/social-link";
import { inOrder } from "@shelv/mutators/placing";
import type { Collection } from "dexie";
import { rowsWithPendingChanges } from "./before-images";
import { early } from "#local-store/boot/boot-query";
import type { LocalStore } from "./local-store";
import type { OutboxEntry } from "./schema";
import type { ReadableRows, ReadableStore } from "./readable-store";
import { hasSynced } from "./sync-meta";

/** A shelf's items in their order: every position is a text, and between these two, as a browser sorts its keys. */
function standingOn(store: LocalStore, shelfId: string): Collection<ItemRow, string>;
function standingOn(store: ReadableStore, shelfId: string): ReadableRows<ItemRow, string>;
function standingOn(store: ReadableStore, shelfId: string): ReadableRows<ItemRow, string> {
  return store.items.where("[shelfId+position]").between([shelfId, -Infinity], [shelfId, []]);
}

export const shelfById = early(
  async (store: ReadableStore, shelfId: string): Promise<ShelfRow | null> =>
    (await store.shelves.get(shelfId)) ?? null,
);

export const shelvesInOrder = early(async (store: ReadableStore): Promise<ShelfRow[]> =>
  inOrder(await store.shelves.toArray()),
);

export const itemsOfShelf = async (store: ReadableStore, shelfId: string): Promise<ItemRow[]> =>
  inOrder(await store.items.where("shelfId").equals(shelfId).toArray());

/** Ids alone, in their order: cheap also where there are thousands, and awake only when something comes, goes or moves. */
export const itemIdsOfShelf = early(async (store: ReadableStore, shelfId: string): Promise<string[]> =>
  standingOn(store, shelfId).primaryKeys(),
);

/** The shelf's first items, in their order. */
export const firstItemsOfShelf = early(
  async (store: ReadableStore, shelfId: string, settleWithin: number): Promise<ItemRow[]> =>
    standingOn(store, shelfId).limit(settleWithin).toArray(),
);

/** The shelf's last item alone: what is put after it need not know the others. None of a shelf without any. */
export async function lastItemOfShelf(store: LocalStore, shelfId: string): Promise<ItemRow[]> {
  const last = await standingOn(store, shelfId).last();
  return last ? [last] : [];
}

/** Of one shelf, or of all, the first shelf's first. */
export const itemIds = early(async (store: ReadableStore, shelfId: string | undefined) => ({
  shelfId,
  ids: (await Promise.all((await lookedAt(store, shelfId)).map((id) => itemIdsOfShelf(store, id)))).flat(),
}));

/** More than any window shows at first. */
export const FIRST_ITEMS = 40;

/** The first rows of what `itemIds` answers, at most `FIRST_ITEMS` of them: cheap, however many there are. */
export const firstItems = early(async (store: ReadableStore, shelfId: string | undefined) => {
  const items: ItemRow[] = [];
  for (const id of await lookedAt(store, shelfId)) {
    if (items.length < FIRST_ITEMS)
      items.push(...(await firstItemsOfShelf(store, id, FIRST_ITEMS - items.length)));
  }
  return { shelfId, items };
});

const lookedAt = async (store: ReadableStore, shelfId: string | undefined): Promise<string[]> =>
  shelfId === undefined ? (await shelvesInOrder(store)).map(({ id }) => id) : [shelfId];

/** How many items stand on each shelf, by its id. */
export const itemCounts = early(
  async (store: ReadableStore): Promise<Map<string, number>> =>
    new Map(
      await Promise.all(
        (await store.shelves.toCollection().primaryKeys()).map(
          async (id) => [id, await standingOn(store, id).count()] as const,
        ),
      ),
    ),
);

/** Those of the asked for that there are, in the order of the ids. */
export const itemsById = early(async (store: ReadableStore, ids: readonly string[]): Promise<ItemRow[]> =>
  (await store.items.bulkGet([...ids])).filter((item) => item !== undefined),
);

/** Those of the ids that this device has no item of. */
export async function missingItems(store: ReadableStore, ids: readonly string[]): Promise<string[]> {
  const rows = await store.items.bulkGet([...ids]);
  return ids.filter((_, at) => rows[at] === undefined);
}

export const allCategories = early(async (store: ReadableStore): Promise<CategoryRow[]> =>
  inOrder(await store.categories.toArray()),
);

export const categoriesOfShelf = early(
  async (store: ReadableStore, shelfId: string): Promise<CategoryRow[]> =>
    inOrder(await store.categories.where("shelfId").equals(shelfId).toArray()),
);

export const socialLinksInOrder = early(async (store: ReadableStore): Promise<SocialLinkRow[]> =>
  inOrder(await store.socialLinks.toArray()),
);

export const profileOf = early((store: ReadableStore) => single(store, "profile"));
export const accountOf = early((store: ReadableStore) => single(store, "account"));
export const appearanceOf = early((store: ReadableStore) => single(store, "appearance"));
/** Null where no look was ever saved. */
export const savedTemplate = async (store: ReadableStore): Promise<Single<"appearance">["template"] | null> =>
  ((await store.singles.get("appearance")) as Single<"appearance"> | undefined)?.template ?? null;
export const settingsOf = early((store: ReadableStore) => single(store, "settings"));
/**
 * Null as long as this device has not heard of it. What was never written was not done, but only the first sync says what was ever
 * written; so whether that is through is read first, or its rows could come in between.
 */
export const hasCompletedSetup = early(async (store: ReadableStore): Promise<boolean | null> => {
  const isFirstSyncDone = await hasSynced(store);
  const setup = (await store.singles.get("onboarding")) as Single<"onboarding"> | undefined;
  return setup?.completed ?? (isFirstSyncDone ? false : null);
});

/** One that was never written says what holds until then. */
const single = async <I extends SingleRow["id"]>(store: ReadableStore, id: I): Promise<Single<I>> =>
  ((await store.singles.get(id)) as Single<I> | undefined) ?? FIRST_SINGLES[id];

/** Changes that the server has not dealt with yet, in order. */
export function pendingEntries(store: LocalStore, lastMid: number): Collection<OutboxEntry, number>;
export function pendingEntries(store: ReadableStore, lastMid: number): ReadableRows<OutboxEntry, number>;
export function pendingEntries(store: ReadableStore, lastMid: number): ReadableRows<OutboxEntry, number> {
  return store.outbox.where("mid").above(lastMid);
}

/** The highest number that this device gave: the server's word, where everything was dealt with and forgotten. */
export const lastGiven = async (store: LocalStore): Promise<number> =>
  (await store.outbox.toCollection().last())?.mid ?? lastMidOf(store);

export async function pendingCount(store: ReadableStore): Promise<number> {
  return pendingEntries(store, await lastMidOf(store)).count();
}

/** What an owner is told of one row: only this device has its newest change so far, or a change of it was refused. */
export type RowMark = "pending" | "failed";

/** The marks of the rows that have one, by their ids. */
export const rowMarks = early(async (store: ReadableStore): Promise<Map<string, RowMark>> => {
  const touched = await rowsWithPendingChanges(store);
  const failed = await store.rejected.toArray();
  return new Map<string, RowMark>([
    ...touched.map((id) => [id, "pending"] as const),
    ...failed.flatMap(({ rows }) => rows.map((id) => [id, "failed"] as const)),
  ]);
});

const lastMidOf = async (store: ReadableStore) => (await store.meta.get("sync"))?.lastMid ?? 0;
