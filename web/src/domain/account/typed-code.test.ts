import { expect, test } from "vitest";
import { typedCode } from "./typed-code";

test.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  [" 123-456\n", "123456"],
  ["Your code: 123456", "123456"],
  ["1234567", "123456"],
  ["12a", "12"],
  ["١٢٣٤٥٦", "123456"],
  ["۷۸۹ ۰", "7890"],
  ["１２３４５６", "123456"],
  ["𝟏𝟐𝟛", "123"],
])("%j is read as %j", (text, code) => {
  expect(typedCode(text)).toBe(code);
});
