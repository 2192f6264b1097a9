import type { ItemRow } from "@shelv/contract/item";
import type { Found } from "#local-store/search/item-index";
import { FIRST_ITEMS, firstItems, itemIds } from "#local-store/queries";
import { useLiveQuery, useLiveQueryFor } from "#local-store/use-live-query";

export type ListedItems = {
  /** The selected shelf, if there is one. */
  shelfId: string | undefined;
  /** In order. */
  ids: readonly string[];
  /** False while only the first of many are known. */
  isWhole: boolean;
  /** The first rows, read with the list. */
  first: readonly ItemRow[];
  /** After a search: each found row by its id. */
  found?: Found;
};

/**
 * The items of one shelf, or of all. The first of thousands show at once; all ids follow after the first screen. After a change of shelf the old list
 * stays until the new one has rows.
 */
export function useListedItems(shelfId: string | undefined): ListedItems | undefined {
  const begun = useLiveQuery(firstItems, shelfId);
  const read = useLiveQueryFor("later", itemIds, shelfId);
  const first = begun?.items ?? [];
  if (begun && begun.shelfId === shelfId && (!read || read.shelfId !== shelfId)) {
    return { shelfId, ids: first.map(({ id }) => id), isWhole: first.length < FIRST_ITEMS, first };
  }
  return read && { shelfId: read.shelfId, ids: read.ids, isWhole: true, first };
}
