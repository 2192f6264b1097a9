import { expect, test } from "vitest";
import { edgeScroll } from "./drag-autoscroll";

const LONG = { top: -5000, bottom: 5000 };

test.each([
  ["stays in the middle of the window", 400, LONG, 0],
  ["goes down at the lower edge", 1000, LONG, 32],
  ["goes slower further from it", 900, LONG, 16],
  ["goes no faster outside the window", 1400, LONG, 32],
  ["goes up at the upper edge", 0, LONG, -32],
  ["goes down no further than the list does", 1000, { top: -5000, bottom: 810 }, 10],
  ["stays where the list's end is in sight", 1000, { top: -5000, bottom: 800 }, 0],
  ["stays where the list ends above the pointer", 1000, { top: 100, bottom: 300 }, 0],
  ["goes up no further than the list does", 0, { top: 195, bottom: 5000 }, -5],
  ["stays where the list's beginning is in sight", 0, { top: 400, bottom: 5000 }, 0],
])("the page %s", (_, y, list, expected) => {
  expect(edgeScroll({ y, windowHeight: 1000, list, sinceMs: 16 })).toBe(expected);
});
