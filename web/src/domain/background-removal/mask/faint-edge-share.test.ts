import { expect, test } from "vitest";
import { faintEdgeShare } from "./faint-edge-share";

const SIDE = 40;
const pixels = (colorAt: (x: number) => number) => ({
  width: SIDE,
  height: SIDE,
  rgba: Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : colorAt((index >> 2) % SIDE),
  ),
});
const rightHalf = Uint8Array.from({ length: SIDE * SIDE }, (_, index) =>
  index % SIDE >= SIDE / 2 ? 255 : 0,
);

test("a real edge is not faint, even if it is blurred", () => {
  expect(
    faintEdgeShare(
      pixels((x) => (x >= 20 ? 60 : 200)),
      rightHalf,
    ),
  ).toBe(0);
  expect(
    faintEdgeShare(
      pixels((x) => (x > 20 ? 60 : x === 20 ? 130 : 200)),
      rightHalf,
    ),
  ).toBe(0);
});

test("an edge through one colour is faint everywhere", () => {
  expect(
    faintEdgeShare(
      pixels(() => 120),
      rightHalf,
    ),
  ).toBe(1);
});

test("a mask without an edge has no faint edge", () => {
  expect(
    faintEdgeShare(
      pixels(() => 120),
      new Uint8Array(SIDE * SIDE),
    ),
  ).toBe(0);
});
