import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Lines, linesIn, placeInLines, placeTowards, shiftBy, styleAt } from "./lines";

const THREE: Lines = {
  perLine: 3,
  facePx: { width: 100, height: 120 },
  linePx: 200,
  headroomPx: 22,
  leftOf: (column) => 10 + 110 * column,
  isNarrow: false,
};

test("up and down keep to the column, and down reaches a last line that is shorter", () => {
  const last = 6;
  expect(placeTowards(THREE, "down", 1, last)).toBe(4);
  expect(placeTowards(THREE, "up", 5, last)).toBe(2);
  expect(placeTowards(THREE, "down", 5, last), "the last one").toBe(6);
  expect(placeTowards(THREE, "right", 2, last), "across lines").toBe(3);
});

test("at the ends a key leads nowhere", () => {
  expect(placeTowards(THREE, "left", 0, 6)).toBeNull();
  expect(placeTowards(THREE, "up", 2, 6)).toBeNull();
  expect(placeTowards(THREE, "right", 6, 6)).toBeNull();
  expect(placeTowards(THREE, "down", 6, 6)).toBeNull();
});

test.each([
  ["above the wall", { x: 120, y: -50 }, 1],
  ["left of it", { x: -50, y: 250 }, 3],
  ["right of it", { x: 5000, y: 250 }, 5],
  ["below the last thing", { x: 300, y: 5000 }, 6],
])("a point %s is the nearest place", (_, point, place) => {
  expect(placeInLines(THREE, point, 6)).toBe(place);
});

test("the middle of each thing is in its own place, on a wall of any width", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 240, max: 2000 }),
      fc.integer({ min: 1, max: 200 }),
      fc.nat(199),
      (widthPx, count, nth) => {
        const lines = linesIn({ widthPx, remPx: 16 }, count);
        const at = nth % count;
        const { top, left, width } = styleAt(lines, at) as { top: number; left: number; width: number };
        const middle = { x: left + width / 2, y: top + lines.facePx.height / 2 };
        expect(placeInLines(lines, middle, count - 1)).toBe(at);
      },
    ),
  );
});

test("on a phone, three lines are in sight between its bars", () => {
  const { perLine, linePx } = linesIn({ widthPx: 356, remPx: 16 }, 60);
  expect(perLine).toBe(3);
  expect(3 * linePx).toBeLessThanOrEqual(590);
});

test("a thing makes room by a line, where its place is in the next one", () => {
  expect(shiftBy(THREE, 1, 2)).toBe("translate(110px, 0px)");
  expect(shiftBy(THREE, 2, 3)).toBe("translate(-220px, 200px)");
});
