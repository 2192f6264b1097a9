import {
  type LeftOut,
  PAGE_MAX_ITEMS,
  PAGE_MAX_SHELVES,
  PAGE_MAX_TEXT,
  SHELF_MAX_CHIPS,
} from "@shelv/contract/limits/page-limits";

type Texts = { title: string; description: string; url: string };
type FullShelf = { description: string; items: readonly Texts[]; categories: readonly unknown[] };

/**
 * The first shelves, and their first items in page order. `counts`: of all items and shelves, if not all were
 * read.
 */
export function cutToPage<S extends FullShelf>(
  shelves: readonly S[],
  { itemsOn = ({ items }) => items.length, shelfCount = shelves.length, itemCount }: Counts<S> = {},
): { shelves: (S & { itemsLeftOut: number })[]; leftOut: LeftOut } {
  const room = { items: PAGE_MAX_ITEMS, text: PAGE_MAX_TEXT };
  let shown = 0;
  const cut = shelves.slice(0, PAGE_MAX_SHELVES).map((shelf) => {
    room.text -= shelf.description.length;
    const items = shelf.items.slice(0, fitting(shelf.items, room));
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

/** Takes the items that fit from the room. After one that does not fit, none does. */
function fitting(items: readonly Texts[], room: { items: number; text: number }): number {
  for (const [at, { title, description, url }] of items.entries()) {
    room.text -= title.length + description.length + url.length;
    if (room.items === 0 || room.text < 0) {
      room.items = 0;
      return at;
    }
    room.items -= 1;
  }
  return items.length;
}

type Counts<S> = { itemsOn?: (shelf: S) => number; shelfCount?: number; itemCount?: number };
