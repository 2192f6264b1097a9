import type { ItemRow } from "@shelv/contract/item";
import { expect, test } from "vitest";
import { foundAmong } from "./found-among";

const found = (...ids: string[]) => new Map(ids.map((id) => [id, { id } as ItemRow]));
const listed = (ids: string[], isWhole = true) => ({ shelfId: undefined, ids, isWhole, first: [] });

test("what was found keeps the order of the shelves", () => {
  expect(foundAmong(listed(["c", "a", "b"]), found("a", "b", "c")).ids).toEqual(["c", "a", "b"]);
});

test("what stands on another shelf is left out, and what was found and is gone", () => {
  expect(foundAmong(listed(["a", "b"]), found("b", "elsewhere")).ids).toEqual(["b"]);
});

test("without a search everything is there", () => {
  expect(foundAmong(listed(["a", "b"]), null)).toEqual(listed(["a", "b"]));
});

test("a list of which only the beginning is known is not taken for one in which little was found", () => {
  expect(foundAmong(listed(["a", "b"], false), found("b"))).toEqual(listed(["a", "b"], false));
});
