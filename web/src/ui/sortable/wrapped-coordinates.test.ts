import { expect, test } from "vitest";
import { wrappedCoordinates } from "./wrapped-coordinates";

const rect = (left: number, top: number, width: number) => ({
  left,
  top,
  width,
  height: 44,
  right: left + width,
  bottom: top + 44,
});

const RECTS = new Map([
  ["pans", rect(16, 0, 130)],
  ["knives", rect(154, 0, 145)],
  ["gone soon", rect(16, 52, 175)],
]);

function pressed(code: string, id: string, over = id) {
  const context = {
    active: { id, data: { current: { sortable: { items: [...RECTS.keys()] } } } },
    over: { id: over },
    droppableRects: RECTS,
    collisionRect: RECTS.get(id),
  };
  const event = { code, preventDefault: () => undefined };
  return wrappedCoordinates(event as never, { context } as never);
}

test("an arrow key moves a chip by one place in the list's order, across lines", () => {
  expect(pressed("ArrowLeft", "knives")).toEqual({ x: 16 + (130 - 145) / 2, y: 0 });
  expect(pressed("ArrowRight", "knives")).toEqual({ x: 16 + (175 - 145) / 2, y: 52 });
  expect(pressed("ArrowUp", "gone soon", "knives")).toEqual({ x: 16 + (130 - 175) / 2, y: 0 });
});

test("at the ends, and with other keys, it stays", () => {
  expect(pressed("ArrowLeft", "pans")).toBeUndefined();
  expect(pressed("ArrowDown", "gone soon")).toBeUndefined();
  expect(pressed("KeyA", "knives")).toBeUndefined();
});
