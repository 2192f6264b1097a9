import { expect, test } from "vitest";
import { movedBrush } from "./move-brush";

const size = { width: 1000, height: 500 };
const press = (key: string, shiftKey = false) => ({ key, shiftKey });

test.each([
  ["ArrowLeft", { x: 480, y: 250 }],
  ["ArrowRight", { x: 520, y: 250 }],
  ["ArrowUp", { x: 500, y: 230 }],
  ["ArrowDown", { x: 500, y: 270 }],
])("%s moves the brush by a fiftieth of the longest side", (key, moved) => {
  expect(movedBrush({ x: 500, y: 250 }, press(key), size)).toEqual(moved);
});

test("with Shift the steps are small, but at least a pixel", () => {
  expect(movedBrush({ x: 500, y: 250 }, press("ArrowDown", true), size)).toEqual({ x: 500, y: 253 });
  expect(movedBrush({ x: 5, y: 5 }, press("ArrowDown", true), { width: 20, height: 20 })).toEqual({
    x: 5,
    y: 6,
  });
});

test("in an enlarged picture the brush moves as far on the screen", () => {
  expect(movedBrush({ x: 500, y: 250 }, press("ArrowRight"), size, 4)).toEqual({ x: 505, y: 250 });
});

test("the brush stays inside the picture, and other keys do not move it", () => {
  expect(movedBrush({ x: 3, y: 495 }, press("ArrowLeft"), size)).toEqual({ x: 0, y: 495 });
  expect(movedBrush({ x: 3, y: 495 }, press("ArrowDown"), size)).toEqual({ x: 3, y: 500 });
  expect(movedBrush({ x: 3, y: 3 }, press("a"), size)).toBeNull();
});
