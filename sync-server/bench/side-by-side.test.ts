import { expect, test } from "vitest";
import { percentile } from "./side-by-side.ts";

test("A percentile is the smallest figure that this share of figures does not exceed", () => {
  const figures = Array.from({ length: 50 }, (_, at) => 50 - at);
  expect(percentile(figures, 0.98)).toBe(49);
  expect(percentile(figures, 1)).toBe(50);
  expect(percentile([7], 0.98)).toBe(7);
  expect(percentile([], 0.98)).toBeNaN();
});
