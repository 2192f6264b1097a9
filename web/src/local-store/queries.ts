/** What screens ask of the local store: narrow, so that a live query wakes only for what it shows. */
import type { ItemRow } from "@shelv/contract/item";
import type { Single, SingleRow } from "@shelv/contract/owner-tables";
import type { CategoryRow } from "@shelv/contract/category";
import type { ShelfRow } from "@shelv/contract/shelf";
import type { SocialLinkRow } from "@shelv/contract/social-link";
import { inOrder } from "@shelv/mutators/placing";
import type { LocalStore, OutboxEntry } from "./local-store";

export const shelvesInOrder = async (store: LocalStore): Promise<ShelfRow[]> => inOrder(await store.shelves.toArray());

export const itemsOfShelf = async (store: LocalStore, shelfId: string): Promise<ItemRow[]> =>
  inOrder(await store.items.where("shelfId").equals(shelfId).toArray());

export const categoriesOfShelf = async (store: LocalStore, shelfId: string): Promise<CategoryRow[]> =>
  inOrder(await store.categories.where("shelfId").equals(shelfId).toArray());

export const socialLinksInOrder = async (store: LocalStore): Promise<SocialLinkRow[]> => inOrder(await store.socialLinks.toArray());

export const profileOf = (store: LocalStore) => single(store, "profile");
export const accountOf = (store: LocalStore) => single(store, "account");
export const appearanceOf = (store: LocalStore) => single(store, "appearance");

async function single<I extends SingleRow["id"]>(store: LocalStore, id: I): Promise<Single<I> | undefined> {
  return (await store.singles.get(id)) as Single<I> | undefined;
}

/** Changes that the server has not dealt with yet, in order. */
export const pendingEntries = (store: LocalStore, lastMid: number) => store.outbox.where("mid").above(lastMid);

export async function pendingCount(store: LocalStore): Promise<number> {
  return pendingEntries(store, await lastMidOf(store)).count();
}

/** Ids of the rows with unsent changes. */
export async function pendingIds(store: LocalStore): Promise<Set<string>> {
  const entries: OutboxEntry[] = await pendingEntries(store, await lastMidOf(store)).toArray();
  return new Set(entries.flatMap(({ rows }) => rows));
}

const lastMidOf = async (store: LocalStore) => (await store.meta.get("sync"))?.lastMid ?? 0;
