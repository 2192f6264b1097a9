import * as fc from "fast-check";
import { expect, test } from "vitest";
import { truncate } from "./truncate.ts";

test.each([
  ["short", 10, "short"],
  ["exactly ten", 11, "exactly ten"],
  ["a little too long", 8, "a little..."],
  ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦..."],
  ["", 5, ""],
])("%j cut at %i reads %j", (text, maxLength, expected) => {
  expect(truncate(text, maxLength)).toBe(expected);
});

test("a cut text is the start of the text and three dots, and never longer than the limit", () => {
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      (text, maxLength) => {
        const cut = truncate(text, maxLength);
        const kept = cut === text ? text : cut.slice(0, -3);
        expect([kept, `${kept}...`]).toContain(cut);
        expect(text.startsWith(kept)).toBe(true);
        expect([...characters.segment(kept)].length).toBeLessThanOrEqual(maxLength);
      },
    ),
  );
});
