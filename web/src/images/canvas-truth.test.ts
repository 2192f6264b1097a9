import { expect, test } from "vitest";
import { canvasTellsTruth } from "./canvas-truth";

/** A canvas of eight by eight that reads each part of a pixel back as `read` says. */
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
  ["gives back what was drawn", (part) => part, true],
  ["changes the last bit of some pixels", (part, at) => (at % 7 === 0 ? part ^ 1 : part), true],
  ["gives back white", () => 255, false],
  ["gives back nothing", () => 0, false],
  ["gives back noise", (_, at) => (at * 7919) % 256, false],
  ["lies of a single row", (part, at) => (at >= 224 ? 255 - part : part), false],
])("of a canvas that %s it is known", (_, read, isTrue) => {
  expect(canvasTellsTruth(canvas(read))).toBe(isTrue);
});

test("a browser without a 2D context has no true canvas", () => {
  expect(canvasTellsTruth({ width: 8, height: 8, getContext: () => null })).toBe(false);
});
