import { expect, test } from "vitest";
import { isCanvasExact } from "./is-canvas-exact";

function canvas(read: (part: number, at: number) => number) {
  const data = new Uint8ClampedArray(8 * 8 * 4);
  const context = {
    fillStyle: "",
    fillRect(x: number, y: number) {
      data.set([...(context.fillStyle.match(/\d+/g) ?? []).map(Number), 255], (y * 8 + x) * 4);
    },
    getImageData: () => ({ data: data.map(read) }) as unknown as ImageData,
  };
  return { width: 8, height: 8, getContext: () => context };
}

test.each<[string, (part: number, at: number) => number, boolean]>([
  ["returns what was drawn", (part) => part, true],
  ["changes the last bit of some pixels", (part, at) => (at % 7 === 0 ? part ^ 1 : part), true],
  ["returns white", () => 255, false],
  ["returns nothing", () => 0, false],
  ["returns noise", (_, at) => (at * 7919) % 256, false],
  ["changes a single row", (part, at) => (at >= 224 ? 255 - part : part), false],
])("a canvas that %s is recognised", (_, read, isTrue) => {
  expect(isCanvasExact(canvas(read))).toBe(isTrue);
});

test("a browser without a 2D context has no exact canvas", () => {
  expect(isCanvasExact({ width: 8, height: 8, getContext: () => null })).toBe(false);
});
