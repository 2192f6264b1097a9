import { expect, test } from "vitest";
import { nameOnPage } from "#page-data";
import { stripBidi } from "./strip-bidi.ts";

test.each([
  ["Mira \u202Eexe.gpj\u202C", "Mira exe.gpj"],
  ["\u2067מירה\u2069 \u2066x", "מירה x"],
  ["می\u200Cخواهم \u200Eok", "می\u200Cخواهم \u200Eok"],
  ["👩\u200D🚀", "👩\u200D🚀"],
])("%j does not reorder its surroundings as %j", (text, stripped) => {
  expect(stripBidi(text)).toBe(stripped);
});

test("A name without anything visible is not a name: the username shows instead", () => {
  for (const displayName of ["", "\u202E\u202C", "\u200B\u200D\uFEFF", "\u2800"])
    expect(nameOnPage({ username: "mira", displayName })).toBe("mira");
});
