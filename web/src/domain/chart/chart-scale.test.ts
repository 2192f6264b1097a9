import * as fc from "fast-check";
import { expect, test } from "vitest";
import { areaPath, countScale, labelledPoints, linePath, pointAt, xOf } from "./chart-scale";

test.each([
  [0, 4, [0, 1, 2, 3, 4]],
  [3, 4, [0, 1, 2, 3, 4]],
  [5, 6, [0, 2, 4, 6]],
  [8, 8, [0, 2, 4, 6, 8]],
  [9, 10, [0, 5, 10]],
  [100, 100, [0, 50, 100]],
  [1234, 1500, [0, 500, 1000, 1500]],
])("for at most %d the scale ends at %d", (max, top, steps) => {
  expect(countScale(max)).toEqual({ top, steps });
});

test("a scale has whole steps, holds the highest count and wastes less than half its height", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (max) => {
      const { top, steps } = countScale(max);
      expect(steps.every(Number.isInteger)).toBe(true);
      expect(steps.length).toBeLessThanOrEqual(5);
      expect(top).toBeGreaterThanOrEqual(max);
      expect(Math.max(max, 4) / top).toBeGreaterThan(0.5);
    }),
  );
});

test.each([
  [[0, 4, 2], "M0 100L50 0L100 50"],
  [[1], "M50 75"],
  [[], ""],
])("the line through %j is %j", (values, path) => {
  expect(linePath(values, { widthPx: 100, heightPx: 100, top: 4 })).toBe(path);
});

test("a part of a line is where it is in the whole line", () => {
  const plot = { widthPx: 100, heightPx: 100, top: 4 };
  expect(linePath([0, 4, 2], plot, [0, 1])).toBe("M0 100L50 0");
  expect(linePath([0, 4, 2], plot, [1, 2])).toBe("M50 0L100 50");
});

test("an area is closed along the zero line; one point has none", () => {
  const plot = { widthPx: 100, heightPx: 100, top: 4 };
  expect(areaPath([0, 4], plot)).toBe("M0 100L100 0L100 100L0 100Z");
  expect(areaPath([4], plot)).toBe("");
});

test("a pointer selects the nearest point, also beyond the edges", () => {
  expect([-20, 0, 24, 26, 100, 140].map((x) => pointAt(x, 3, 100))).toEqual([0, 0, 0, 1, 2, 2]);
  expect(pointAt(40, 1, 100)).toBe(0);
  expect(pointAt(40, 3, 0)).toBe(0);
});

test("the place of a point selects that point", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 731 }), fc.nat(730), (count, nth) => {
      const at = nth % count;
      expect(pointAt(xOf(at, count, 900), count, 900)).toBe(at);
    }),
  );
});

test.each([
  [30, 280, [1, 8, 15, 22, 29]],
  [30, 200, [1, 15, 29]],
  [30, 60, [1, 29]],
  [7, 280, [0, 2, 4, 6]],
  [7, 900, [0, 1, 2, 3, 4, 5, 6]],
  [1, 280, [0]],
  [0, 280, []],
])("of %d days on %d px the last has a label, and those before it that fit", (count, widthPx, labelled) => {
  expect(labelledPoints(count, { widthPx, labelPx: 52, areDays: true })).toEqual(labelled);
});

test("months have labels at any distance that fits", () => {
  expect(labelledPoints(12, { widthPx: 275, labelPx: 60, areDays: false })).toEqual([2, 5, 8, 11]);
});
