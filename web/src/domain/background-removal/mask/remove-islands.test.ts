import { expect, test } from "vitest";
import type { Mask } from "./pixels";
import { removeIslands } from "./remove-islands";

const maskOf = (rows: readonly string[]): Mask =>
  Uint8Array.from(rows.join(""), (mark) => (mark === "#" ? 255 : 0));

test("a small island is removed, and its share is reported", () => {
  const rows = ["########..", "########..", "########..", "########..", "########.#"];
  const { mask, dropped } = removeIslands(maskOf(rows), 10);
  expect(mask).toEqual(maskOf([...rows.slice(0, -1), "########.."]));
  expect(dropped).toBeCloseTo(1 / 41);
});

test("several objects stay unchanged", () => {
  const rows = ["##..##", "##..##", "......"];
  expect(removeIslands(maskOf(rows), 6)).toEqual({ mask: maskOf(rows), dropped: 0 });
});

test("an object at the right border is not joined with one at the left", () => {
  const rows = ["....##", "####..", "####.."];
  expect(
    removeIslands(maskOf([".....#", ...Array.from({ length: 9 }, () => "####..")]), 6).dropped,
  ).toBeGreaterThan(0);
  expect(removeIslands(maskOf(rows), 6).dropped).toBe(0);
});

test("an empty mask has no islands", () => {
  expect(removeIslands(maskOf(["...", "..."]), 3)).toEqual({ mask: maskOf(["...", "..."]), dropped: 0 });
});
