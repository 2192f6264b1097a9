import { expect, test } from "vitest";
import { foundAmong } from "./found-among";

const listed = (ids: string[], isWhole = true) => ({ ids, isWhole, first: [] });

test("what was found keeps the order of the shelves", () => {
  expect(foundAmong(listed(["c", "a", "b"]), new Set(["a", "b", "c"]))).toEqual(listed(["c", "a", "b"]));
});

test("what stands on another shelf is left out, and what was found and is gone", () => {
  expect(foundAmong(listed(["a", "b"]), new Set(["b", "elsewhere"]))).toEqual(listed(["b"]));
});

test("without a search everything is there", () => {
  expect(foundAmong(listed(["a", "b"]), null)).toEqual(listed(["a", "b"]));
});

test("a list of which only the beginning is known is not taken for one in which little was found", () => {
  expect(foundAmong(listed(["a", "b"], false), new Set(["b"]))).toEqual(listed(["a", "b"], false));
});
