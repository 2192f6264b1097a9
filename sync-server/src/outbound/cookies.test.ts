import { expect, test } from "vitest";
import { setCookiesOf } from "./cookies.ts";

const blanks = " ".repeat(4000);

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
  [`a=${blanks}é`, []],
  [`${blanks}a${blanks}=é`, []],
])("%.20s is a cookie, or none", (header, cookies) => {
  expect(setCookiesOf([header])).toMatchObject(cookies);
});
