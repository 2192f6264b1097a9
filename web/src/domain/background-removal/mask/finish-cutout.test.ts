import { expect, test } from "vitest";
import { finishCutout } from "./finish-cutout";
import type { Pixels } from "./pixels";

const [WIDTH, HEIGHT] = [160, 120];
const radius = (index: number) => Math.hypot((index % WIDTH) - 80, Math.floor(index / WIDTH) - 60);
const isCrumb = (index: number) => radius(index) > 36 && radius(index) < 41 && index % 3 === 0;

test("what has the object's colours in the ground around it, as crumbs and tufts, is not cut out with it", () => {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1)
    rgba.set([...(radius(index) < 30 || isCrumb(index) ? [200, 40, 30] : [214, 206, 196]), 255], index * 4);
  const picture: Pixels = { width: WIDTH, height: HEIGHT, rgba };
  const parts = Float32Array.from({ length: WIDTH * HEIGHT }, (_, index) =>
    Math.min(1, Math.max(0, (32 - radius(index)) / 12 + 0.5)),
  );
  const { mask } = finishCutout(picture, picture, parts);
  expect(Math.max(...mask.filter((_, index) => isCrumb(index)))).toBe(0);
  expect(Math.min(...mask.filter((_, index) => radius(index) < 28))).toBeGreaterThan(200);
});
