import { shelfHtml, shelfHtmlInParts } from "@shelv/public-page/document.tsx";
import type { ShelfProps } from "@shelv/public-page/shelf.tsx";
import { LRUCache } from "lru-cache";
import { pause, SLICE_ITEMS } from "./in-slices.ts";

/**
 * Draws shelves, and remembers them by all that is drawn: of a page that has changed, most stands as it stood, and to draw that again
 * would take longer than to read the page.
 */
export function drawnShelves(maxBytes: number): (props: ShelfProps) => string {
  const drawn = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (html, shelf) => 2 * (html.length + shelf.length),
  });
  return (props) => {
    const shelf = JSON.stringify(props);
    const html = drawn.get(shelf) ?? shelfHtml(props);
    drawn.set(shelf, html);
    return html;
  };
}

/**
 * The HTML of each shelf of a page, with a pause after each slice of items that is not the last. A shelf that is no more than a slice is `draw`n; a larger
 * one is drawn in parts and not remembered.
 */
export async function shelvesInSlices(
  shelves: readonly ShelfProps[],
  { draw, between = pause }: { draw: (props: ShelfProps) => string; between?: () => Promise<void> },
): Promise<Map<string, string>> {
  const drawn = new Map<string, string>();
  let sinceLast = 0;
  for (const props of shelves) {
    const { id, items } = props.shelf;
    if (sinceLast > 0 && sinceLast + items.length > SLICE_ITEMS) {
      await between();
      sinceLast = 0;
    }
    drawn.set(
      id,
      items.length > SLICE_ITEMS
        ? await shelfHtmlInParts(props, { partSize: SLICE_ITEMS, pause: between })
        : draw(props),
    );
    // A shelf without items is work, too.
    sinceLast += Math.min(items.length, SLICE_ITEMS) + 1;
  }
  return drawn;
}
