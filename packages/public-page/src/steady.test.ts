import { expect, test } from "vitest";
import { nameOnPage } from "./page-data.ts";
import { steady } from "./steady.ts";

test.each([
  ["Mira \u202Eexe.gpj\u202C", "Mira exe.gpj"],
  ["\u2067מירה\u2069 \u2066x", "מירה x"],
  ["می\u200Cخواهم \u200Eok", "می\u200Cخواهم \u200Eok"],
  ["👩\u200D🚀", "👩\u200D🚀"],
])("%j turns nothing around it as %j", (text, kept) => {
  expect(steady(text)).toBe(kept);
});

test("A name of which nothing can be seen is no name: the username stands in", () => {
  for (const displayName of ["", "\u202E\u202C", "\u200B\u200D\uFEFF", "\u2800"])
    expect(nameOnPage({ username: "mira", displayName })).toBe("mira");
});
