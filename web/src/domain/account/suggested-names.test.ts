import { expect, test } from "vitest";
import { suggestedNames } from "./suggested-names";

test.each([
  ["noor.ceramics", "noor-ceramics"],
  [" @noor ", "noor"],
  ["Zoë & José", "Zoe-Jose"],
  ["straße", "strasse"],
  ["noor's things", "noors-things"],
  ["..noor..", "noor"],
  ["a b", "a-b"],
  ["noor@example.com", "noor-example-com"],
  [`${"x".repeat(29)}.y`, "x".repeat(29)],
  ["é!", "e-page"],
])("%j is first answered with %j", (typed, first) => {
  expect(suggestedNames(typed)[0]).toBe(first);
});

test("a taken name is answered with others, never with itself", () => {
  expect(suggestedNames("noor")).toEqual(["noor-page", "noor-links", "noor-home", "noor-2"]);
});

test("a suggestion is never longer than a username may be", () => {
  expect(suggestedNames("x".repeat(30))).toEqual([
    `${"x".repeat(25)}-page`,
    `${"x".repeat(24)}-links`,
    `${"x".repeat(25)}-home`,
    `${"x".repeat(28)}-2`,
  ]);
});

test.each(["...", "日本語", "", "  "])("%j has no suggestion", (typed) => {
  expect(suggestedNames(typed)).toEqual([]);
});
