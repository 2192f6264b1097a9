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
  [30, 280, [0, 10, 19, 29]],
  [30, 900, [0, 4, 8, 12, 17, 21, 25, 29]],
  [30, 60, [0, 29]],
  [7, 280, [0, 2, 4, 6]],
  [7, 900, [0, 1, 2, 3, 4, 5, 6]],
  [2, 280, [0, 1]],
  [1, 280, [0]],
  [0, 280, []],
  [30, 0, [0, 29]],
])("of %d points on %d px the first and the last have a label, and those between that fit", (...of) => {
  const [count, widthPx, labelled] = of;
  expect(labelledPoints(count, { widthPx, labelPx: Math.max(78, widthPx / 8) })).toEqual(labelled);
});

test("labels are far enough apart, and no gap is a point wider than another", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 731 }), fc.integer({ min: 200, max: 1200 }), (count, widthPx) => {
      const labelled = labelledPoints(count, { widthPx, labelPx: 78 });
      const gaps = labelled.slice(1).map((at, nth) => at - (labelled[nth] ?? 0));
      expect([labelled[0], labelled.at(-1)]).toEqual([0, count - 1]);
      expect(Math.min(...gaps) * (widthPx / (count - 1))).toBeGreaterThanOrEqual(78 - 1e-6);
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
    }),
  );
});
