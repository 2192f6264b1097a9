import { COLOR_PRESETS } from "@shelv/contract/rows/appearance";
import { expect, test } from "vitest";
import { hexOf, hslOf } from "./hsl";

test.each([
  ["#FF0000", { hue: 0, saturation: 100, lightness: 50 }],
  ["#0f0", { hue: 120, saturation: 100, lightness: 50 }],
  ["#0066FF", { hue: 216, saturation: 100, lightness: 50 }],
  ["#FFFFFF", { hue: 0, saturation: 0, lightness: 100 }],
  ["#000", { hue: 0, saturation: 0, lightness: 0 }],
])("%s is %j", (hex, hsl) => {
  expect(hslOf(hex)).toEqual(hsl);
});

test.each(["", "#12", "red", "#12345", "0066FF", "#0066FF80"])("%j is not a colour", (text) => {
  expect(hslOf(text)).toBeNull();
});

test("a grey, which has no hue, gets the hue that was chosen last", () => {
  expect(hslOf("#808080", 216)?.hue).toBe(216);
});

test.each(COLOR_PRESETS)("%s survives the conversion, except for rounding", (hex) => {
  const there = hslOf(hex);
  expect(there).not.toBeNull();
  expect(there && hslOf(hexOf(there))).toEqual(there);
});
