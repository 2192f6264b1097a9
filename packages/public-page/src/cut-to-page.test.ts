import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutToPage } from "./cut-to-page.ts";

const shelvesOf = (...sizes: number[]) =>
  sizes.map((size, at) => ({
    id: at,
    description: "",
    items: Array.from({ length: size }, (_, item) => ({ title: `${at}.${item}`, description: "", url: "" })),
    categories: [] as string[],
  }));

test("A page shows its first 1,000 items in its own order, and counts the others", () => {
  const { shelves, leftOut } = cutToPage(shelvesOf(400, 700, 3));
  expect(shelves.map(({ items, itemsLeftOut }) => [items.length, itemsLeftOut])).toEqual([
    [400, 0],
    [600, 100],
    [0, 3],
  ]);
  expect(shelves[1]?.items.at(-1)?.title).toBe("1.599");
  expect(leftOut).toEqual({ shelves: 0, items: 103 });
});

test("A page shows 500 shelves, and items of the other shelves count as not shown", () => {
  const { shelves, leftOut } = cutToPage(shelvesOf(...Array.from({ length: 502 }, () => 1)));
  expect(shelves).toHaveLength(500);
  expect(leftOut).toEqual({ shelves: 2, items: 2 });
});

test("A shelf shows 100 categories", () => {
  const categories = Array.from({ length: 1000 }, (_, at) => at);
  const [shelf] = cutToPage([{ description: "", items: [], categories }]).shelves;
  expect(shelf?.categories).toHaveLength(100);
});

test("A page shows a million characters of long texts, and no item after the first that does not fit", () => {
  const long = { title: "", description: "d".repeat(400_000), url: "" };
  const short = { ...long, description: "" };
  const { shelves, leftOut } = cutToPage([
    { description: "d".repeat(200_000), items: [long, long, short], categories: [] },
    { description: "", items: [short], categories: [] },
  ]);
  expect(shelves.map(({ items }) => items.length)).toEqual([3, 1]);
  expect(leftOut.items).toBe(0);
  const more = cutToPage([
    { description: "d".repeat(200_001), items: [long, long, short], categories: [] },
    { description: "", items: [short], categories: [] },
  ]);
  expect(more.shelves.map(({ items }) => items.length)).toEqual([1, 0]);
  expect(more.leftOut).toEqual({ shelves: 0, items: 3 });
});

test("Shown and left-out items add up, however they are distributed and counted", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 6 }), (sizes) => {
      const all = shelvesOf(...sizes);
      const { shelves, leftOut } = cutToPage(all);
      const shown = shelves.reduce((sum, { items }) => sum + items.length, 0);
      expect(shown).toBe(Math.min(1000, shown + leftOut.items));
      expect(shelves.map(({ items, itemsLeftOut }) => items.length + itemsLeftOut)).toEqual(sizes);

      const read = cutToPage(all).shelves.map(({ id, description, items, categories }) => ({
        id,
        description,
        items,
        categories,
      }));
      const counted = cutToPage(read, {
        itemsOn: ({ id }) => sizes[id] ?? 0,
        shelfCount: sizes.length,
        itemCount: sizes.reduce((sum, size) => sum + size, 0),
      });
      expect(counted).toEqual({ shelves, leftOut });
    }),
  );
});
