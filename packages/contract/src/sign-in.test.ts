import * as v from "valibot";
import { expect, test } from "vitest";
import { signInCode } from "./sign-in.ts";

test.each([
  ["123456", "123456"], ["123 456", "123456"], [" 1 2 3 4 5 6 ", "123456"], ["123\u00A0456", "123456"], ["123456\n", "123456"], ["000000", "000000"],
])("%j is read as %j", (typed, expected) => {
  expect(v.parse(signInCode, typed)).toBe(expected);
});

test.each(["", "12345", "1234567", "12345a", "123-456", "１２３４５６", "-12345", "1e5000", null, 123_456])("%j is no code", (typed) => {
  expect(v.safeParse(signInCode, typed).issues?.[0]?.message).toBe("Verification code must be 6 digits");
});
