import * as v from "valibot";
import { expect, test } from "vitest";
import { codeFragment, codeInFragment, signInCode } from "./sign-in.ts";

test.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  [" 1 2 3 4 5 6 ", "123456"],
  ["123\u00A0456", "123456"],
  ["123456\n", "123456"],
  ["000000", "000000"],
])("%j is read as %j", (typed, expected) => {
  expect(v.parse(signInCode, typed)).toBe(expected);
});

test.each(["", "12345", "1234567", "12345a", "123-456", "１２３４５６", "-12345", "1e5000", null, 123_456])(
  "%j is not a code",
  (typed) => {
    expect(v.safeParse(signInCode, typed).issues?.[0]?.message).toBe("Verification code must be 6 digits");
  },
);

test("A link's fragment contains six digits and nothing else", () => {
  expect([codeInFragment(codeFragment("012345")), codeInFragment("code=012345")]).toEqual([
    "012345",
    "012345",
  ]);
  for (const fragment of [
    "",
    "#",
    "#code=",
    "#code=12345",
    "#code=1234567",
    "#code=12345a",
    "#x=1&code=123456",
    "#code=123456&x",
    "#code=１２３４５６",
  ])
    expect(codeInFragment(fragment)).toBeNull();
});
