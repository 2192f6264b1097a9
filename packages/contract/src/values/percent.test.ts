import { expect, test } from "vitest";
import { changeOf, percentOf } from "./percent.ts";

test.each([
  [1, 8, "12.5%"],
  [0, 8, "0%"],
  [8, 8, "100%"],
  [0, 0, "0%"],
  [3, 0, "0%"],
  [2, 3, "66.7%"],
  [1, 3, "33.3%"],
  [1, 1600, "0.1%"],
  [1, 2001, "0%"],
  [5, 2, "250%"],
])("%i of %i is %s", (part, whole, text) => {
  expect(percentOf(part, whole)).toBe(text);
});

test.each([
  [10, 8, "+25%"],
  [9, 10, "-10%"],
  [5, 5, "0%"],
  [0, 0, "0%"],
  [7, 0, "+100%"],
  [0, 7, "-100%"],
  [4, 3, "+33.3%"],
  [2, 3, "-33.3%"],
  [10_001, 10_000, "0%"],
  [9_999, 10_000, "0%"],
  [1_073, 1_000, "+7.3%"],
  [2_145, 2_000, "+7.3%"],
  [1_855, 2_000, "-7.3%"],
  [0.5, 0.4, "+25%"],
])("%d after %d is a change of %s", (now, before, text) => {
  expect(changeOf(now, before)).toBe(text);
});
