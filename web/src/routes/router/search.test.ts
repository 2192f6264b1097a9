import { expect, test } from "vitest";
import { parseSearch, searchTexts, stringifySearch } from "./search";

test.each(["1e3", "true", "null", "123", "a b&c", '"quoted"'])(
  "the username %j stays as it was typed",
  (username) => {
    expect(parseSearch(stringifySearch({ username }))).toEqual({ username });
  },
);

test("an empty search has no question mark", () => {
  expect(stringifySearch({ username: undefined })).toBe("");
});

test("only named, non-empty parameters are returned", () => {
  expect(searchTexts({ next: "/shelves", username: "", other: "x" }, ["next", "username"])).toEqual({
    next: "/shelves",
  });
});
