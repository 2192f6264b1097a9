import { renderToStaticMarkup } from "react-dom/server";
import { AfterShelves, shelvesOf } from "./page.tsx";
import type { PageData } from "./page-data.ts";
import { ItemCards, Shelf } from "./shelf.tsx";

/** Rendered at a time: the longest texts and links of so many take up to 100 ms. */
export const PIECE_ITEMS = 50;

/** As `PublicPage` does, but in pieces: a page of long texts takes a second. `between` lets others run. */
export async function shelvesInPieces(page: PageData, between: () => Promise<unknown>): Promise<string> {
  const pieces: string[] = [];
  for (const props of shelvesOf(page)) {
    const { items } = props.shelf;
    const cards: string[] = [];
    for (let from = 0; from < items.length; from += PIECE_ITEMS) {
      cards.push(
        renderToStaticMarkup(<ItemCards {...props} items={items.slice(from, from + PIECE_ITEMS)} />),
      );
      await between();
    }
    pieces.push(renderToStaticMarkup(<Shelf {...props} cards={cards.join("")} />));
    if (items.length === 0) await between();
  }
  return pieces.join("") + renderToStaticMarkup(<AfterShelves page={page} />);
}
