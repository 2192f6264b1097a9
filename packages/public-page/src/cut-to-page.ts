import {
  type LeftOut,
  PAGE_MAX_ITEMS,
  PAGE_MAX_SHELVES,
  SHELF_MAX_CHIPS,
} from "@shelv/contract/limits/page-limits";

type FullShelf = { items: readonly unknown[]; categories: readonly unknown[] };

/**
 * Cuts a page to its first shelves, and their first items in page order. `counts`: the counts of all items
 * and shelves, if not all were read.
 */
export function cutToPage<S extends FullShelf>(
  shelves: readonly S[],
  { itemsOn = ({ items }) => items.length, shelfCount = shelves.length, itemCount }: Counts<S> = {},
): { shelves: (S & { itemsLeftOut: number })[]; leftOut: LeftOut } {
  let room = PAGE_MAX_ITEMS;
  let shown = 0;
  const cut = shelves.slice(0, PAGE_MAX_SHELVES).map((shelf) => {
    const items = shelf.items.slice(0, room);
    room -= items.length;
    shown += items.length;
    return {
      ...shelf,
      items,
      categories: shelf.categories.slice(0, SHELF_MAX_CHIPS),
      itemsLeftOut: itemsOn(shelf) - items.length,
    };
  });
  const all = itemCount ?? shelves.reduce((sum, shelf) => sum + itemsOn(shelf), 0);
  return { shelves: cut, leftOut: { shelves: shelfCount - cut.length, items: all - shown } };
}

type Counts<S> = { itemsOn?: (shelf: S) => number; shelfCount?: number; itemCount?: number };
