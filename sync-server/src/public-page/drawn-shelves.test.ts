import { shelfHtml } from "@shelv/public-page/document.tsx";
import type { PageItem, PageShelf } from "@shelv/public-page/page-data";
import type { ShelfProps } from "@shelv/public-page/shelf.tsx";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawnShelves } from "./drawn-shelves.ts";

/** Few values, so that shelves come again, and such that differ in one thing only. */
const few = fc.constantFrom("", "a", "b");
const item: fc.Arbitrary<PageItem> = fc.record({
  id: few, title: few, url: fc.constantFrom("https://example.org/a", "https://example.org/b", "no link"), description: few, price: few, emoji: few,
  categoryIds: fc.subarray(["one", "two"]),
  picture: fc.constantFrom(null, { sha256: "a".repeat(64), shape: null }, { sha256: "a".repeat(64), shape: { width: 3, height: 2, isAnimated: false } }),
  clicks: fc.constantFrom(null, 0, 1),
});
const shelf: fc.Arbitrary<PageShelf> = fc.record({
  id: few, name: few, description: few, emoji: few,
  categories: fc.subarray([{ id: "one", name: "One" }, { id: "two", name: "Two" }]),
  items: fc.array(item, { maxLength: 2 }),
});
const props: fc.Arbitrary<ShelfProps> = fc.record({ shelf, eager: fc.boolean(), username: fc.constantFrom("ada", "mira") });

test("A shelf is drawn as if it had never been drawn before, whatever was, and however little is remembered", () => {
  fc.assert(fc.property(fc.array(props, { maxLength: 30 }), fc.constantFrom(1, 3000, 1_000_000), (drawn, maxBytes) => {
    const draw = drawnShelves(maxBytes);
    for (const one of [...drawn, ...drawn]) expect(draw(one)).toBe(shelfHtml(one));
  }));
});
