import { expect, test } from "vitest";
import { foundIds } from "./found-ids";

test("what was found keeps the order of the shelves", () => {
  expect(foundIds(["c", "a", "b"], new Set(["a", "b", "c"]))).toEqual(["c", "a", "b"]);
});

test("what stands on another shelf is left out, and what was found and is gone", () => {
  expect(foundIds(["a", "b"], new Set(["b", "elsewhere"]))).toEqual(["b"]);
});

test("without a search everything is there", () => {
  expect(foundIds(["a", "b"], null)).toEqual(["a", "b"]);
});
