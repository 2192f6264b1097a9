import { shelfHtml, shelfHtmlInParts } from "@shelv/public-page/document.tsx";
import type { ShelfProps } from "@shelv/public-page/shelf.tsx";
import { LRUCache } from "lru-cache";
import { pause, SLICE_ITEMS } from "#page/content/in-slices";

/**
 * Caches the HTML of shelves by all props: after a change most of a page is the same, and rendering takes
 * longer than reading it.
 */
export function shelfHtmlCache(maxBytes: number): (props: ShelfProps) => string {
  const drawn = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (html, shelf) => 2 * (html.length + shelf.length),
  });
  return (props) => {
    const shelf = JSON.stringify(props);
    const html = drawn.get(shelf) ?? inOnePiece(shelfHtml(props));
    drawn.set(shelf, html);
    return html;
  };
}

/** V8 stores a concatenated text as a tree of its parts, which takes four times as much memory. */
const inOnePiece = (text: string): string => Buffer.from(text).toString();

/**
 * Renders shelves, with a pause after each slice but the last. A shelf up to one slice is cached by `draw`;
 * larger ones are rendered in parts.
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
    // A shelf without items takes time too.
    sinceLast += Math.min(items.length, SLICE_ITEMS) + 1;
  }
  return drawn;
}
