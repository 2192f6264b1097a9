import { expect, test } from "vitest";
import { hasWords, searchable, wordsOf } from "./search-text";

test.each([
  ["Crème brûlée torch", "creme", true],
  ["Crème brûlée torch", "BRULEE torch", true],
  ["Crème brûlée torch", "torch creme", true],
  ["Crème brûlée torch", "  ", true],
  ["Łódź Straße, Ørsted Ærø", "lodz strasse orsted aero", true],
  ["Łódź Straße, Ørsted Ærø", "ŁÓDŹ STRASSE ørsted", true],
  ["https://example.com/pan", "example.com", true],
  ["Crème brûlée torch", "torches", false],
  ["Crème brûlée torch", "creme pan", false],
])("in %j, %j is found: %j", (text, query, found) => {
  expect(hasWords(searchable(text), wordsOf(query))).toBe(found);
});
