import type { Found } from "#local-store/item-index";
import type { ListedItems } from "./use-listed-items";

/** Those that a search found, in the list's own order; the list itself where nothing is searched (`found` is null), or it is not whole yet. */
export const foundAmong = (listed: ListedItems, found: Found | null): ListedItems =>
  found === null || !listed.isWhole
    ? listed
    : { ...listed, ids: listed.ids.filter((id) => found.has(id)), found };
