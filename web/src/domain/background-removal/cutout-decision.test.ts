import { expect, test } from "vitest";
import { isWorthShowing } from "./cutout-decision";

const good = { area: 0.2, touching: 0, dropped: 0, agreement: 0.9, faint: 0 };

test("a free-standing object is worth showing", () => {
  expect(isWorthShowing(good)).toBe(true);
});

test.each([
  ["is a speck", { area: 0.005 }],
  ["fills the picture", { area: 0.8 }],
  ["leaves the picture", { touching: 0.1 }],
  ["falls apart", { dropped: 0.2 }],
  ["has a guessed edge", { faint: 0.04 }],
  ["differs from the first estimate", { agreement: 0.4 }],
])("an object that %s is not shown without its background", (_, sign) => {
  expect(isWorthShowing({ ...good, ...sign })).toBe(false);
});
