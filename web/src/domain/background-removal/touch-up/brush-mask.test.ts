import { expect, test } from "vitest";
import { BrushMask, UNDO_STEPS } from "./brush-mask";

const [WIDTH, HEIGHT] = [40, 30];
const filled = (value: number) =>
  new BrushMask({ width: WIDTH, height: HEIGHT, mask: new Uint8Array(WIDTH * HEIGHT).fill(value) });
const at = ({ mask }: BrushMask, x: number, y: number) => mask[y * WIDTH + x];
const keep = { keeps: true, radius: 4 };
const remove = { keeps: false, radius: 4 };

test("Keep shows pixels along a line with round ends and a soft rim, Remove hides them", () => {
  const painted = filled(0);
  expect(painted.paint({ x: 10, y: 15 }, { x: 20, y: 15 }, keep)).toEqual({
    x: 5,
    y: 10,
    width: 20,
    height: 10,
  });
  expect([at(painted, 10, 15), at(painted, 15, 13), at(painted, 20, 15)]).toEqual([255, 255, 255]);
  expect([at(painted, 4, 15), at(painted, 15, 9), at(painted, 6, 10)]).toEqual([0, 0, 0]);
  const rim = at(painted, 15, 11) ?? 0;
  expect(rim > 0 && rim < 255).toBe(true);
  painted.paint({ x: 15, y: 15 }, { x: 15, y: 15 }, remove);
  expect([at(painted, 15, 15), at(painted, 8, 15)]).toEqual([0, 255]);
});

test("a second line over the same pixels changes nothing", () => {
  const painted = filled(255);
  painted.paint({ x: 10, y: 10 }, { x: 30, y: 20 }, remove);
  const once = painted.mask.slice();
  painted.paint({ x: 30, y: 20 }, { x: 10, y: 10 }, remove);
  expect(painted.mask).toEqual(once);
});

test("the soft rim takes nothing from what is kept already, and adds nothing to what is removed", () => {
  const kept = filled(255);
  kept.paint({ x: 10, y: 10 }, { x: 30, y: 20 }, keep);
  const removed = filled(0);
  removed.paint({ x: 10, y: 10 }, { x: 30, y: 20 }, remove);
  expect([Math.min(...kept.mask), Math.max(...removed.mask)]).toEqual([255, 0]);
});

test("a line at the border and one outside the picture stay inside the mask", () => {
  const painted = filled(0);
  expect(painted.paint({ x: -2, y: -2 }, { x: 1, y: 1 }, keep)).toEqual({ x: 0, y: 0, width: 6, height: 6 });
  expect(painted.paint({ x: -90, y: 5 }, { x: -80, y: 5 }, keep)).toBeNull();
  expect(at(painted, WIDTH - 1, 0)).toBe(0);
});

test("undo takes back one whole stroke at a time, down to the start", () => {
  const painted = filled(255);
  painted.paint({ x: 5, y: 5 }, { x: 10, y: 5 }, remove);
  painted.paint({ x: 10, y: 5 }, { x: 10, y: 20 }, remove);
  painted.endStroke();
  const first = painted.mask.slice();
  painted.paint({ x: 30, y: 20 }, { x: 30, y: 20 }, remove);
  expect(painted.undo()).toEqual({ x: 25, y: 15, width: 10, height: 10 });
  expect(painted.mask).toEqual(first);
  painted.undo();
  expect(painted.mask.every((value) => value === 255)).toBe(true);
  expect([painted.canUndo, painted.undo()]).toEqual([false, null]);
});

test("a cancelled stroke changes nothing and is not a step that Undo takes back", () => {
  const painted = filled(255);
  painted.paint({ x: 5, y: 5 }, { x: 10, y: 5 }, remove);
  expect(painted.cancelStroke()).toEqual({ x: 0, y: 0, width: 15, height: 10 });
  expect([painted.mask.every((value) => value === 255), painted.canUndo]).toEqual([true, false]);
});

test("a stroke outside the picture is not a step that Undo takes back", () => {
  const painted = filled(255);
  painted.paint({ x: -90, y: 5 }, { x: -80, y: 5 }, keep);
  painted.endStroke();
  expect(painted.canUndo).toBe(false);
});

test("a reset returns to the start, and can be undone", () => {
  const painted = filled(255);
  painted.paint({ x: 5, y: 5 }, { x: 10, y: 5 }, remove);
  painted.endStroke();
  const before = painted.mask.slice();
  painted.reset();
  expect(painted.mask.every((value) => value === 255)).toBe(true);
  painted.undo();
  expect(painted.mask).toEqual(before);
});

test(`only the last ${UNDO_STEPS} strokes can be undone`, () => {
  const painted = filled(255);
  for (let nth = 0; nth < UNDO_STEPS + 5; nth += 1) {
    painted.paint({ x: nth, y: 5 }, { x: nth, y: 5 }, { keeps: false, radius: 0.5 });
    painted.endStroke();
  }
  for (let nth = 0; nth < UNDO_STEPS; nth += 1) painted.undo();
  expect(painted.canUndo).toBe(false);
  expect(at(painted, 2, 5)).toBeLessThan(255);
  expect(at(painted, 20, 5)).toBe(255);
});
