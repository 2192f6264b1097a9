import type { CategoryRow } from "@shelv/contract/rows/category";
import { expect, test } from "vitest";
import { matchCategories } from "./match-categories";

const category = (id: string, shelfId: string, name: string): CategoryRow => ({
  id,
  shelfId,
  name,
  position: "a0",
  createdAt: "2026-03-01T00:00:00.000Z",
});
const known = [
  category("a", "one", "Mugs"),
  category("b", "one", "Vases"),
  category("d", "two", "Mugs"),
  category("c", "two", "Mugs"),
  category("e", "two", "Jugs"),
  category("f", "two", "vases"),
];

test.each([
  ["two", ["a", "b"], ["c", "d", "f"]],
  ["two", ["b"], ["f"]],
  ["one", ["a"], ["a"]],
  ["two", ["gone"], []],
])("on shelf %j, %j become %j", (shelfId, ids, kept) => {
  expect(matchCategories(shelfId, ids, known)).toEqual(kept);
});
