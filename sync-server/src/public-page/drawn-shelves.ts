import { shelfHtml } from "@shelv/public-page/document.tsx";
import type { ShelfProps } from "@shelv/public-page/shelf.tsx";
import { LRUCache } from "lru-cache";

/**
 * Draws shelves, and remembers them by all that is drawn: of a page that has changed, most stands as it stood, and to draw that again
 * would take longer than to read the page.
 */
export function drawnShelves(maxBytes: number): (props: ShelfProps) => string {
  const drawn = new LRUCache<string, string>({ maxSize: maxBytes, sizeCalculation: (html, shelf) => 2 * (html.length + shelf.length) });
  return (props) => {
    const shelf = JSON.stringify(props);
    const html = drawn.get(shelf) ?? shelfHtml(props);
    drawn.set(shelf, html);
    return html;
  };
}
