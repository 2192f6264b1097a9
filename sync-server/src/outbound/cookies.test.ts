import { expect, test } from "vitest";
import { setCookiesOf } from "./cookies.ts";

test.each([
  ["a=1", [{ name: "a", value: "1" }]],
  [` a = b=c ; Secure`, [{ name: "a", value: "b=c", isSecure: true }]],
  ["a=", [{ name: "a", value: "" }]],
  ["a=1; Max-Age=0", [{ name: "a", isGone: true }]],
  ["a", []],
  ["=1", []],
  ["a b=1", []],
  ["a=é", []],
  [`a=${"1".repeat(3000)}`, []],
  [`a=${" ".repeat(3000)}b`, []],
])("%.20s is a cookie, or none", (header, cookies) => {
  expect(setCookiesOf([header])).toMatchObject(cookies);
});

test("Blanks in cookies do not hold the process that all requests share", () => {
  const blanks = " ".repeat(2000);
  expect(setCookiesOf(Array.from({ length: 40 }, () => `a=${blanks}é`))).toEqual([]);
});
