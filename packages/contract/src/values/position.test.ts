import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { order, position } from "./position.ts";

const isPosition = (value: unknown) => v.safeParse(position, value).success;

describe("a position", () => {
  test.each([
    "a0",
    "a1",
    "az",
    "Zz",
    "Z0",
    "a0V",
    "a01",
    "b10",
    "b00",
    "zzzzzzzzzzzzzzzzzzzzzzzzzzz",
    `A${"0".repeat(25)}1`,
    `A${"0".repeat(26)}V`,
  ])("may be %s", (text) => expect(isPosition(text)).toBe(true));

  test.each([
    ["nothing", ""],
    ["a digit first", "0a"],
    ["a blank", "a 0"],
    ["a line break at the end", "a0\n"],
    ["a whole part cut short", "a"],
    ["a longer whole part cut short", "b0"],
    ["the longest whole part cut short", "zz"],
    ["a fraction that ends in 0", "a00"],
    ["a longer fraction that ends in 0", "a1V0"],
    ["the lowest of all, before which nothing can go", `A${"0".repeat(26)}`],
    ["no text", 1],
    ["a letter that is not ASCII", "é0"],
    ["more than 200 characters", `a0${"V".repeat(199)}`],
  ])("is rejected with %s", (_, value) => expect(isPosition(value)).toBe(false));
});

test.each([
  [0, true],
  [100_000, true],
  [100_001, false],
  [-1, false],
  [0.5, false],
  ["1", false],
  [Number.NaN, false],
])("a place of %j is valid: %s", (value, expected) => {
  expect(v.safeParse(order, value).success).toBe(expected);
});
