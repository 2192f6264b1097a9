import type { ItemRow } from "@shelv/contract/item";
import type { Found } from "#local-store/item-index";
import { FIRST_ITEMS, firstItems, itemIds } from "#local-store/queries";
import { useStored, useStoredFor } from "#sync/owner-context.tsx";

export type ListedItems = {
  /** The one shelf that they are of, where it is one. */
  shelfId: string | undefined;
  /** In their order. */
  ids: readonly string[];
  /** False while only the first of many are known. */
  isWhole: boolean;
  /** The first rows, which came with the list itself. */
  first: readonly ItemRow[];
  /** Where they are what a search found: the row of each. */
  found?: Found;
};

/**
 * The items of one shelf, or of all. Of thousands the first are there at once; the ids of all follow when the screen stands already.
 * Another shelf's stand until something of this one's is known.
 */
export function useListedItems(shelfId: string | undefined): ListedItems | undefined {
  const begun = useStored(firstItems, shelfId);
  const read = useStoredFor("later", itemIds, shelfId);
  const first = begun?.items ?? [];
  if (begun && begun.shelfId === shelfId && (!read || read.shelfId !== shelfId)) {
    return { shelfId, ids: first.map(({ id }) => id), isWhole: first.length < FIRST_ITEMS, first };
  }
  return read && { shelfId: read.shelfId, ids: read.ids, isWhole: true, first };
}
