import { expect, test } from "vitest";
import { pathWith } from "./path-with";

test.each([
  ["/api/items", {}, "/api/items"],
  ["/api/items/:id/reorder", { id: "a" }, "/api/items/a/reorder"],
  ["/api/check-username/:username", { username: "a/../b c" }, "/api/check-username/a%2F..%2Fb%20c"],
])("%s is filled in and escaped", (path, params, expected) => {
  expect(pathWith(path, params)).toBe(expected);
});
