import type { Found } from "#local-store/search/item-index";
import type { ListedItems } from "./use-listed-items";

export const filterFound = (listed: ListedItems, found: Found | null): ListedItems =>
  found === null || !listed.isWhole
    ? listed
    : { ...listed, ids: listed.ids.filter((id) => found.has(id)), found };
