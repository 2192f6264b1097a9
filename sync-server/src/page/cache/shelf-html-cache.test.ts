import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { shelfHtml } from "@shelv/public-page/document.tsx";
import type { PageItem, PageShelf } from "@shelv/public-page/page-data";
import type { ShelfProps } from "@shelv/public-page/shelf.tsx";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shelfHtmlCache } from "./shelf-html-cache.ts";

const few = fc.constantFrom("", "a", "b");
const item: fc.Arbitrary<PageItem> = fc.record({
  id: few,
  title: few,
  url: fc.constantFrom("https://example.org/a", "https://example.org/b", "no link"),
  description: few,
  price: few,
  emoji: few,
  categoryIds: fc.subarray(["one", "two"]),
  picture: fc.constantFrom(
    null,
    { sha256: "a".repeat(64), shape: null },
    { sha256: "a".repeat(64), shape: { width: 3, height: 2, isAnimated: false } },
  ),
  clicks: fc.constantFrom(null, 0, 1),
});
const shelf: fc.Arbitrary<PageShelf> = fc.record({
  id: few,
  name: few,
  description: few,
  emoji: few,
  categories: fc.subarray([
    { id: "one", name: "One" },
    { id: "two", name: "Two" },
  ]),
  items: fc.array(item, { minLength: 1, maxLength: 2 }),
});
const props: fc.Arbitrary<ShelfProps> = fc.record({
  shelf,
  eager: fc.boolean(),
  username: fc.constantFrom("ada", "mira"),
});

test("A cached shelf equals a newly rendered one, whatever was rendered before and however small the cache", () => {
  fc.assert(
    fc.property(props, props, fc.constantFrom(1, 3000, 1_000_000), (one, other, maxBytes) => {
      const draw = shelfHtmlCache(maxBytes);
      const alike = differingInOne(one, other);
      for (const each of [one, ...alike, other, ...alike, one]) expect(draw(each)).toBe(shelfHtml(each));
    }),
  );
});

test("A cached shelf takes about one byte per character", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const draw = shelfHtmlCache(10_000_000);
  const one = (at: number): ShelfProps => ({
    shelf: {
      ...EMPTY,
      id: `${at}`,
      items: Array.from({ length: 12 }, (_, nth) => ({ ...ITEM, id: `${at}-${nth}`, title: `Thing ${nth}` })),
    },
    eager: false,
    username: "ada",
  });
  draw(one(0));
  collect();
  const before = process.memoryUsage().heapUsed;
  let characters = 0;
  for (let at = 1; at <= 100; at += 1) characters += draw(one(at)).length + JSON.stringify(one(at)).length;
  collect();
  expect((process.memoryUsage().heapUsed - before) / characters).toBeLessThan(2);
  expect(draw(one(1))).toContain("Thing 11");
});

const EMPTY: PageShelf = { id: "", name: "Books", description: "", emoji: "", categories: [], items: [] };
const ITEM: PageItem = {
  id: "",
  title: "",
  url: "https://example.org/a",
  description: "One line about it",
  price: "$19",
  emoji: "",
  categoryIds: [],
  picture: null,
  clicks: null,
};

function differingInOne(one: ShelfProps, other: ShelfProps): ShelfProps[] {
  const [first, ...rest] = one.shelf.items;
  const [otherFirst] = other.shelf.items;
  return [
    ...fieldByField(one, other),
    ...fieldByField(one.shelf, other.shelf).map((shelf) => ({ ...one, shelf })),
    ...(first && otherFirst
      ? fieldByField(first, otherFirst).map((item) => ({
          ...one,
          shelf: { ...one.shelf, items: [item, ...rest] },
        }))
      : []),
  ];
}

const fieldByField = <T extends object>(one: T, other: T): T[] =>
  Object.entries(other).map(([field, value]) => ({ ...one, [field]: value as unknown }));
