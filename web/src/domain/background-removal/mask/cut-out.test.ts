import { loadOpenCV } from "@opencvjs/web";
import { expect, test } from "vitest";
import { cutOut } from "./cut-out";
import { isWorthShowing } from "#domain/background-removal/cutout-decision";
import type { Pixels } from "./pixels";

const WIDTH = 160;
const HEIGHT = 120;
type Rgb = readonly [number, number, number];
const WALL: Rgb = [214, 206, 196];
const CLAY: Rgb = [140, 60, 40];

/** A picture with the pixels from `colourAt` plus a little fixed noise. */
function pictureOf(colourAt: (x: number, y: number) => Rgb): Pixels {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1) {
    const noise = ((index * 7919) % 7) - 3;
    rgba.set(
      [...colourAt(index % WIDTH, Math.floor(index / WIDTH)).map((value) => value + noise), 255],
      index * 4,
    );
  }
  return { width: WIDTH, height: HEIGHT, rgba };
}

const isInBowl = (x: number, y: number) => Math.hypot((x - 80) / 45, (y - 65) / 32) < 1;

test("a bowl in front of a wall is cut out along its edge, and good enough to show", async () => {
  const cut = await cutOut(
    pictureOf((x, y) => (isInBowl(x, y) ? CLAY : WALL)),
    loadOpenCV,
  );
  if (!cut) throw new Error("Nothing stood out");
  const wrong = cut.mask.filter(
    (alpha, index) => alpha > 127 !== isInBowl(index % WIDTH, Math.floor(index / WIDTH)),
  ).length;
  expect(wrong / cut.mask.length).toBeLessThan(0.005);
  expect(isWorthShowing(cut.signs)).toBe(true);
});

test("the hole of a ring is transparent", async () => {
  const isInHole = (x: number, y: number) => Math.hypot(x - 80, y - 65) < 14;
  const cut = await cutOut(
    pictureOf((x, y) => (isInBowl(x, y) && !isInHole(x, y) ? CLAY : WALL)),
    loadOpenCV,
  );
  expect(cut?.mask[65 * WIDTH + 80]).toBe(0);
  expect(cut?.mask[65 * WIDTH + 50]).toBe(255);
});

test("a picture without an object has no cut-out", async () => {
  expect(
    await cutOut(
      pictureOf(() => WALL),
      loadOpenCV,
    ),
  ).toBeNull();
});

test("an object that touches the border is not shown without its background", async () => {
  const cut = await cutOut(
    pictureOf((x, y) => (x > 60 && y > 30 ? CLAY : WALL)),
    loadOpenCV,
  );
  expect(cut !== null && isWorthShowing(cut.signs)).toBe(false);
});
