import type { ItemRow } from "@shelv/contract/rows/item";
import { expect, test } from "vitest";
import { filterFound } from "./filter-found";

const found = (...ids: string[]) => new Map(ids.map((id) => [id, { id } as ItemRow]));
const listed = (ids: string[], isWhole = true) => ({ shelfId: undefined, ids, isWhole, first: [] });

test("found items stay in the order of the shelves", () => {
  expect(filterFound(listed(["c", "a", "b"]), found("a", "b", "c")).ids).toEqual(["c", "a", "b"]);
});

test("items of other shelves and deleted items are left out", () => {
  expect(filterFound(listed(["a", "b"]), found("b", "elsewhere")).ids).toEqual(["b"]);
});

test("without a search all items are listed", () => {
  expect(filterFound(listed(["a", "b"]), null)).toEqual(listed(["a", "b"]));
});

test("an incomplete list is not filtered", () => {
  expect(filterFound(listed(["a", "b"], false), found("b"))).toEqual(listed(["a", "b"], false));
});
