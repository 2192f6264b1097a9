import { expect, test } from "vitest";
import { edgeScroll } from "./drag-autoscroll";

const LONG = { start: -5000, end: 5000 };

test.each([
  ["stays in the middle of the window", 400, LONG, 0],
  ["goes down at the lower edge", 1000, LONG, 32],
  ["goes slower further from it", 900, LONG, 16],
  ["goes no faster outside the window", 1400, LONG, 32],
  ["goes up at the upper edge", 0, LONG, -32],
  ["goes down no further than the list does", 1000, { start: -5000, end: 810 }, 10],
  ["stays where the list's end is in sight", 1000, { start: -5000, end: 800 }, 0],
  ["stays where the list ends above the pointer", 1000, { start: 100, end: 300 }, 0],
  ["goes up no further than the list does", 0, { start: 195, end: 5000 }, -5],
  ["stays where the list's beginning is in sight", 0, { start: 400, end: 5000 }, 0],
])("the page %s", (_, at, list, expected) => {
  expect(edgeScroll({ at, size: 1000, list, sinceMs: 16 })).toBe(expected);
});
