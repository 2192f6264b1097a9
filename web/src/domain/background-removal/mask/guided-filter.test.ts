import { expect, test } from "vitest";
import { boxMean, guidedFilter } from "./guided-filter";
import { type Pixels, shrunk } from "./pixels";

const SIDE = 240;
const isThing = (x: number, y: number) => Math.hypot(x - 120, y - 120) < 70;
const picture: Pixels = {
  width: SIDE,
  height: SIDE,
  rgba: Uint8Array.from(
    Array.from({ length: SIDE * SIDE }, (_, index) => {
      const noise = ((index * 7919) % 7) - 3;
      const color = isThing(index % SIDE, Math.floor(index / SIDE)) ? [140, 60, 40] : [214, 206, 196];
      return [...color.map((value) => value + noise), 255];
    }).flat(),
  ),
};

test("a coarse edge, three pixels off, moves to the edge of the picture", () => {
  const small = shrunk(picture, 120);
  const coarse = Float32Array.from({ length: small.width * small.height }, (_, index) =>
    Math.min(1, Math.max(0, (38 - Math.hypot((index % 120) - 60, Math.floor(index / 120) - 60)) / 6 + 0.5)),
  );
  const filtered = guidedFilter(picture, small, coarse, new Float32Array(coarse.length).fill(1));
  const wrong = filtered.filter(
    (value, index) => value >= 0.5 !== isThing(index % SIDE, Math.floor(index / SIDE)),
  ).length;
  expect(wrong / filtered.length).toBeLessThan(0.005);
});

test("one value everywhere stays that value, unless less is allowed", () => {
  const small = shrunk(picture, 120);
  const whole = new Float32Array(small.width * small.height).fill(1);
  expect(Math.min(...guidedFilter(picture, small, whole, whole))).toBeCloseTo(1, 4);
  expect(Math.max(...guidedFilter(picture, small, whole, new Float32Array(whole.length)))).toBe(0);
});

test("the mean of a square is smaller at the borders, not darker", () => {
  expect([...boxMean(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), 3, 3, 1)]).toEqual([
    3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7,
  ]);
  expect([...boxMean(Float32Array.of(1, 2), 2, 1, 9)]).toEqual([1.5, 1.5]);
});
