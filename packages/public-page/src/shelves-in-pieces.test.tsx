import { renderToStaticMarkup } from "react-dom/server";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { expect, test } from "vitest";
import { PublicPage } from "./page.tsx";
import type { PageData, PageItem, PageShelf } from "./page-data.ts";
import { PIECE_ITEMS, shelvesInPieces } from "./shelves-in-pieces.tsx";

const itemsOf = (count: number): PageItem[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `i${at}`,
    title: `<Item ${at}>`,
    url: "https://example.com/",
    description: at % 2 ? "About & more" : "",
    price: "",
    emoji: at % 3 ? "☕" : "",
    object: null,
    categoryIds: at % 5 ? [] : ["c1"],
    picture: null,
    clicks: null,
  }));

const shelfOf = (id: string, items: number, names: string[] = []): PageShelf => ({
  id,
  name: `Shelf ${id}`,
  description: "",
  emoji: "",
  categories: names.map((name, at) => ({ id: `c${at}`, name })),
  items: itemsOf(items),
  itemsLeftOut: 0,
});

const pageOf = (shelves: PageShelf[], more: Partial<PageData> = {}): PageData => ({
  username: "Mira",
  displayName: "",
  title: "",
  bio: "",
  website: "",
  location: "",
  picture: null,
  appearance: FIRST_SINGLES.appearance,
  socialLinks: [],
  shelves,
  ...more,
});

test.each([
  ["no shelf", pageOf([])],
  ["an empty shelf", pageOf([shelfOf("a", 0, ["Mugs"])])],
  ["several shelves", pageOf([shelfOf("a", 3), shelfOf("b", 0), shelfOf("c", 8, ["Mugs", "Cups"])])],
  ["a long shelf", pageOf([shelfOf("a", 2 * PIECE_ITEMS + 1, ["Mugs", "Cups"]), shelfOf("b", PIECE_ITEMS)])],
  ["more than it shows", pageOf([shelfOf("a", 1)], { leftOut: { shelves: 1, items: 20 } })],
])("a page with %s has the same markup in pieces", async (_, page) => {
  const shelves = await shelvesInPieces(page, async () => {});
  expect(renderToStaticMarkup(<PublicPage page={page} shelves={shelves} />)).toBe(
    renderToStaticMarkup(<PublicPage page={page} />),
  );
});

test("others run after each piece of a long shelf, and after each short one", async () => {
  let pauses = 0;
  const between = async () => void (pauses += 1);
  await shelvesInPieces(pageOf([shelfOf("a", 3 * PIECE_ITEMS), shelfOf("b", 1), shelfOf("c", 0)]), between);
  expect(pauses).toBe(5);
});
