import { expect, test } from "vitest";
import { refusalWords } from "./refusal-words";

test.each([
  [undefined, null],
  ["provider-refused", "You didn't finish signing in. Please try again"],
  ["Your account is locked, call 555", "Something went wrong. Please try again"],
  ["toString", "Something went wrong. Please try again"],
])("the code %j in the address shows %j", (code, words) => {
  expect(refusalWords(code)).toBe(words);
});
