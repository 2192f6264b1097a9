import type { ItemRow } from "@shelv/contract/rows/item";
import type { Found } from "#local-store/search/item-index";
import { FIRST_ITEMS, firstItems, itemIds } from "#local-store/queries";
import { useLiveQuery, useLiveQueryFor } from "#local-store/use-live-query";

export type ListedItems = {
  shelfId: string | undefined;
  ids: readonly string[];
  isWhole: boolean;
  first: readonly ItemRow[];
  found?: Found;
};

/**
 * The first of thousands show at once, all ids after the first screen. The old list stays until the new one
 * has rows.
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
