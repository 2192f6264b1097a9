import { expect, test } from "vitest";
import type { Mask } from "./pixels";
import { withoutIslands } from "./islands";

const maskOf = (rows: readonly string[]): Mask =>
  Uint8Array.from(rows.join(""), (mark) => (mark === "#" ? 255 : 0));

test("a small island goes, and its part of the whole is told", () => {
  const rows = ["########..", "########..", "########..", "########..", "########.#"];
  const { mask, dropped } = withoutIslands(maskOf(rows), 10);
  expect(mask).toEqual(maskOf([...rows.slice(0, -1), "########.."]));
  expect(dropped).toBeCloseTo(1 / 41);
});

test("several things stay, each as it is", () => {
  const rows = ["##..##", "##..##", "......"];
  expect(withoutIslands(maskOf(rows), 6)).toEqual({ mask: maskOf(rows), dropped: 0 });
});

test("what ends at the right border does not go on at the left one", () => {
  const rows = ["....##", "####..", "####.."];
  expect(
    withoutIslands(maskOf([".....#", ...Array.from({ length: 9 }, () => "####..")]), 6).dropped,
  ).toBeGreaterThan(0);
  expect(withoutIslands(maskOf(rows), 6).dropped).toBe(0);
});

test("nothing has no islands", () => {
  expect(withoutIslands(maskOf(["...", "..."]), 3)).toEqual({ mask: maskOf(["...", "..."]), dropped: 0 });
});
