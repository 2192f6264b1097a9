import type { Found } from "#local-store/search/item-index";
import type { ListedItems } from "./use-listed-items";

/** The found items in the list's order; the list itself without a search (`found` is null), or while it is incomplete. */
export const filterFound = (listed: ListedItems, found: Found | null): ListedItems =>
  found === null || !listed.isWhole
    ? listed
    : { ...listed, ids: listed.ids.filter((id) => found.has(id)), found };
