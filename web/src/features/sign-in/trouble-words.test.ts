import { expect, test } from "vitest";
import { troubleWords } from "./trouble-words";

test.each([
  [undefined, null],
  ["provider-refused", "Signing in was not completed. Please try again"],
  ["Your account is locked, call 555", "Something went wrong. Please try again"],
  ["toString", "Something went wrong. Please try again"],
])("what came back as %j is said as %j", (code, words) => {
  expect(troubleWords(code)).toBe(words);
});
