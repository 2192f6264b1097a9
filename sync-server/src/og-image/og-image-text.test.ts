import { expect, test } from "vitest";
import { newCanvas } from "./og-image-canvas.ts";
import { writable, writeLine } from "./og-image-text.ts";

test.each([
  ["Mira Lindqvist", "Mira Lindqvist"],
  ["  Żółw   ёлка Ωμέγα ", "Żółw ёлка Ωμέγα"],
  ["مرحبا שלום", "مرحبا שלום"],
  ["Mira 🏺 Lindqvist 👩‍🚀", "Mira Lindqvist"],
  ["a\u202Eb\u2066c\u0007", "a b c"],
  ["می\u200Cخواهم", "می\u200Cخواهم"],
  ["三浦", ""],
  ["🏺", ""],
])("The drawable part of %j is %j", (text, written) => {
  expect(
    writable(text)
      .replaceAll(/[\u200D]/g, "")
      .trim(),
  ).toBe(written);
});

test("A line that is too wide ends in an ellipsis within its width", () => {
  const { canvas, pen } = newCanvas();
  writeLine(pen, "W".repeat(200), { x: 0, y: 100, width: 300, px: 40, weight: 700, colour: "#000" });
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const columns = Array.from({ length: canvas.width }, (_, x) =>
    Array.from({ length: 120 }, (_, y) => data[(y * canvas.width + x) * 4 + 3] ?? 0).some(
      (alpha) => alpha > 0,
    ),
  );
  expect(columns.lastIndexOf(true)).toBeLessThanOrEqual(302);
  expect(columns.lastIndexOf(true)).toBeGreaterThan(200);
});
