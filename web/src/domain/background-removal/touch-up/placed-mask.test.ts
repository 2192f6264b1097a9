import { expect, test } from "vitest";
import { cleanEdge } from "#domain/background-removal/mask/clean-edge";
import type { Pixels } from "#domain/background-removal/mask/pixels";
import { placedMask } from "./placed-mask";

const [WIDTH, HEIGHT] = [50, 40];
const colorAt = (x: number, y: number) => [(x * 37 + y * 11) % 256, (x * 5 + y * 53) % 256, (x * y) % 256];
const pixels = (width: number, height: number, at: (x: number, y: number) => number[]): Pixels => ({
  width,
  height,
  rgba: Uint8Array.from(
    Array.from({ length: width * height }, (_, index) => at(index % width, Math.floor(index / width))).flat(),
  ),
});
const picture = pixels(WIDTH, HEIGHT, (x, y) => [...colorAt(x, y), 255]);

test("a cut-out is found where it was cut, although its file changed the colours a little", () => {
  const alphaAt = (x: number, y: number) => (x + y < 4 ? 0 : x === 9 ? 120 : 255);
  const cutout = pixels(10, 8, (x, y) => [
    ...colorAt(x + 21, y + 13).map((value) => Math.min(255, value + 2)),
    alphaAt(x, y),
  ]);
  const mask = placedMask(picture, cutout);
  expect(mask).not.toBeNull();
  mask?.forEach((value, index) => {
    const [x, y] = [(index % WIDTH) - 21, Math.floor(index / WIDTH) - 13];
    const isInside = x >= 0 && x < 10 && y >= 0 && y < 8;
    expect(value).toBe(isInside ? alphaAt(x, y) : 0);
  });
});

test("a round cut-out of one colour is found by its edge", () => {
  const isIn = (x: number, y: number) => Math.hypot(x - 110, y - 100) < 80;
  const plain = pixels(220, 200, (x, y) => (isIn(x, y) ? [140, 60, 40, 255] : [214, 206, 196, 255]));
  const cutout = pixels(160, 160, (x, y) => [140, 60, 40, isIn(x + 30, y + 20) ? 255 : 0]);
  const mask = placedMask(plain, cutout);
  expect(mask).toEqual(
    Uint8Array.from({ length: 220 * 200 }, (_, index) =>
      isIn(index % 220, Math.floor(index / 220)) ? 255 : 0,
    ),
  );
});

test("a thin cut-out is found although cleaning has changed the colours of its edge", () => {
  const bar = pixels(90, 90, (x) => {
    const share = x < 40 || x > 50 ? 0 : x < 42 || x > 48 ? 0.4 : 1;
    return [210 - 70 * share, 210 - 150 * share, 210 - 170 * share, 255];
  });
  const mask = Uint8Array.from({ length: 90 * 90 }, (_, index) => {
    const [x, y] = [index % 90, Math.floor(index / 90)];
    return x >= 40 && x <= 50 && y >= 20 && y < 70 ? 255 : 0;
  });
  expect(placedMask(bar, cleanEdge(bar, mask, { x: 40, y: 20, width: 11, height: 50 }))).not.toBeNull();
});

test("a cut-out of another picture, a larger or an empty one fits nowhere", () => {
  const other = pixels(10, 8, (x, y) => [255 - x * 20, y * 30, 128, 255]);
  const larger = pixels(WIDTH + 1, 8, (x, y) => [...colorAt(x, y), 255]);
  const empty = pixels(10, 8, () => [0, 0, 0, 0]);
  for (const cutout of [other, larger, empty]) expect(placedMask(picture, cutout)).toBeNull();
});
