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

type Pressed = { over?: string; rects?: Map<string, ReturnType<typeof rect>>; perLine?: number };

function pressed(code: string, id: string, { over = id, rects = RECTS, perLine = 1 }: Pressed = {}) {
  const context = {
    active: { id, data: { current: { sortable: { items: [...rects.keys()] } } } },
    over: { id: over },
    droppableRects: rects,
    collisionRect: rects.get(id),
  };
  const event = { code, preventDefault: () => undefined };
  return wrappedCoordinates(perLine)(event as never, { context } as never);
}

test("an arrow key moves a chip by one place in the list's order, across lines", () => {
  expect(pressed("ArrowLeft", "knives")).toEqual({ x: 16 + (130 - 145) / 2, y: 0 });
  expect(pressed("ArrowRight", "knives")).toEqual({ x: 16 + (175 - 145) / 2, y: 52 });
  expect(pressed("ArrowUp", "gone soon", { over: "knives" })).toEqual({ x: 16 + (130 - 175) / 2, y: 0 });
});

test("at the ends, and with other keys, it stays", () => {
  expect(pressed("ArrowLeft", "pans")).toBeUndefined();
  expect(pressed("ArrowDown", "gone soon")).toBeUndefined();
  expect(pressed("KeyA", "knives")).toBeUndefined();
});

test("in lines of three, Up and Down keep to the column, and Down reaches a shorter last line", () => {
  const rects = new Map(
    Array.from("abcdefg", (id, at) => [id, rect(100 * (at % 3), 50 * Math.floor(at / 3), 90)]),
  );
  const inLines = (code: string, id: string) => pressed(code, id, { rects, perLine: 3 });
  expect(inLines("ArrowDown", "b")).toEqual({ x: 100, y: 50 });
  expect(inLines("ArrowUp", "f")).toEqual({ x: 200, y: 0 });
  expect(inLines("ArrowDown", "f"), "the last one").toEqual({ x: 0, y: 100 });
  expect(inLines("ArrowUp", "c")).toBeUndefined();
  expect(inLines("ArrowDown", "g")).toBeUndefined();
});
