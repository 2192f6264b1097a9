import { expect, test } from "vitest";
import { categoryNameKey } from "./category.ts";

test.each([
  ["Café", "Cafe\u0301", "composed in another way"],
  ["Tea", " tEA ", "in upper case, with space around"],
  ["Tea", "T\u200Bea\u00AD", "with invisible characters"],
])("%j and %j count as one name: %s", (one, other) => {
  expect(categoryNameKey(one)).toBe(categoryNameKey(other));
});

test("names that look different do not count as one name", () => {
  expect(categoryNameKey("Cafe")).not.toBe(categoryNameKey("Café"));
  expect(categoryNameKey("👩‍👧")).not.toBe(categoryNameKey("👩👧"));
});
