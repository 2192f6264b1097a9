import { expect, test } from "vitest";
import { isWorthShowing } from "./cutout-decision";

const good = { area: 0.2, touching: 0, dropped: 0, agreement: 0.9, faint: 0 };

test("a thing that stands free in its picture is worth showing", () => {
  expect(isWorthShowing(good)).toBe(true);
});

test.each([
  ["is a speck", { area: 0.005 }],
  ["fills the picture", { area: 0.8 }],
  ["leaves the picture", { touching: 0.1 }],
  ["falls apart", { dropped: 0.2 }],
  ["has an edge that was guessed", { faint: 0.04 }],
  ["is not what stood out", { agreement: 0.4 }],
])("what %s stays as it was taken", (_, sign) => {
  expect(isWorthShowing({ ...good, ...sign })).toBe(false);
});
