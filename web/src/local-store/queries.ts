/** What screens ask of the local store: narrow, so that a live query wakes only for what it shows. */
import type { ItemRow } from "@shelv/contract/item";
import type { SingleRow } from "@shelv/contract/owner-tables";
import type { ShelfRow } from "@shelv/contract/shelf";
import { inOrder } from "@shelv/mutators/placing";
import type { LocalStore, OutboxEntry } from "./local-store";

type Single<I extends SingleRow["id"]> = Extract<SingleRow, { id: I }>;

export const shelvesInOrder = async (store: LocalStore): Promise<ShelfRow[]> => inOrder(await store.shelves.toArray());

export const itemsOfShelf = async (store: LocalStore, shelfId: string): Promise<ItemRow[]> =>
  inOrder(await store.items.where("shelfId").equals(shelfId).toArray());

export const profileOf = (store: LocalStore) => single(store, "profile");
export const accountOf = (store: LocalStore) => single(store, "account");

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
