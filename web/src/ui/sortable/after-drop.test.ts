import { expect, test } from "vitest";
import { afterDrop } from "./after-drop";

const rows = ["a", "b", "c"].map((id) => ({ id }));

test.each([
  ["a", "c", "bca", 2],
  ["c", "a", "cab", 0],
])("%s dropped over %s takes its place", (id, over, order, place) => {
  const after = afterDrop(rows, id, over);
  expect(after?.rows.map((row) => row.id).join("")).toBe(order);
  expect(after?.place).toBe(place);
});

test.each([
  ["over itself", "b", "b"],
  ["over nothing", "b", undefined],
  ["that another device deleted", "gone", "b"],
  ["over a row that another device deleted", "b", "gone"],
])("a row dropped %s moves nothing", (_, id, over) => {
  expect(afterDrop(rows, id, over)).toBeNull();
});
