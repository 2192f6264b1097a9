import { expect, test } from "vitest";
import { isGoodCutout } from "#domain/background-removal/cutout-decision";
import type { Pixels } from "#domain/background-removal/mask/pixels";
import type { Model } from "#domain/background-removal/model/load-model";
import { cutOutAtTap, squareAround } from "./cut-out-at-tap";

const [WIDTH, HEIGHT] = [320, 240];
type Disc = { x: number; y: number; radius: number };

function pictureOf(discs: readonly Disc[]): Pixels {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1)
    rgba.set(
      [...(discs.some((disc) => isIn(disc, index)) ? [200, 40, 30] : [214, 206, 196]), 255],
      index * 4,
    );
  return { width: WIDTH, height: HEIGHT, rgba };
}

const isIn = ({ x, y, radius }: Disc, index: number) =>
  Math.hypot((index % WIDTH) - x, Math.floor(index / WIDTH) - y) < radius;
const at = ({ x, y }: Disc) => ({ x: x / WIDTH, y: y / HEIGHT });

/** Sees what is red, if it is at least this share of what it looks at. */
const redModel =
  (least = 0): Model =>
  async ({ width, height, rgba }) => {
    const values = Float32Array.from({ length: width * height }, (_, index) =>
      (rgba[index * 4] as number) - (rgba[index * 4 + 2] as number) > 90 ? 1 : 0,
    );
    const share = values.reduce((sum, value) => sum + value, 0) / values.length;
    return { width, height, values: share < least ? values.fill(0) : values };
  };

const errorOf = (mask: Uint8Array, disc: Disc) =>
  mask.filter((alpha, index) => alpha > 127 !== isIn(disc, index)).length /
  mask.filter((_, index) => isIn(disc, index)).length;

const LEFT: Disc = { x: 80, y: 120, radius: 40 };
const RIGHT: Disc = { x: 230, y: 100, radius: 45 };

test.each([
  ["left", LEFT],
  ["right", RIGHT],
])("of two objects alike only the tapped one is cut out, at its place: the %s one", async (_, disc) => {
  const cut = await cutOutAtTap(pictureOf([LEFT, RIGHT]), redModel(), at(disc));
  expect(cut && errorOf(cut.mask, disc)).toBeLessThan(0.02);
  expect(cut && isGoodCutout(cut.signs)).toBe(true);
});

test("an object that the model sees only near by is cut out", async () => {
  const small = { x: 290, y: 40, radius: 16 };
  const picture = pictureOf([small]);
  expect(
    errorOf((await cutOutAtTap(picture, redModel(0.03), at(small)))?.mask ?? new Uint8Array(), small),
  ).toBeLessThan(0.06);
});

test("a label on the object, which a small square shows, is not taken for it", async () => {
  const object = { x: 160, y: 120, radius: 60 };
  const label = { x: 160, y: 120, radius: 20 };
  const model: Model = async (seen) => {
    const parts = await redModel()(seen);
    // Flat for the whole picture; only the label in the smallest square.
    if (seen.width === WIDTH) return { ...parts, values: parts.values.fill(0) };
    if (seen.width > 150)
      return { ...parts, values: parts.values.map((value, at) => value * (at % 9 ? 1 : 0.8)) };
    const middle = (index: number) =>
      Math.hypot((index % seen.width) - seen.width / 2, Math.floor(index / seen.width) - seen.height / 2);
    return { ...parts, values: parts.values.map((_, at) => Number(middle(at) < label.radius)) };
  };
  const cut = await cutOutAtTap(pictureOf([object]), model, at(object));
  expect(cut && errorOf(cut.mask, object)).toBeLessThan(0.02);
});

test("what the model finds without a tap is not offered again", async () => {
  const cut = await cutOutAtTap(pictureOf([LEFT]), redModel(), at(LEFT));
  expect(cut && errorOf(cut.mask, LEFT)).toBeLessThan(0.02);
  const onlyWhole: Model = async (seen) =>
    seen.width === WIDTH ? redModel()(seen) : { width: 1, height: 1, values: Float32Array.of(0) };
  expect((await cutOutAtTap(pictureOf([LEFT]), onlyWhole, at(LEFT))) === null).toBe(true);
});

test("a tap a little beside the object is meant for it; one far away finds nothing", async () => {
  const picture = pictureOf([LEFT, RIGHT]);
  const beside = await cutOutAtTap(picture, redModel(), at({ ...LEFT, x: 125 }));
  expect(beside && errorOf(beside.mask, LEFT)).toBeLessThan(0.02);
  expect(await cutOutAtTap(picture, redModel(), { x: 0.99, y: 0.99 })).toBeNull();
});

test("a square that cuts the object off is not used", async () => {
  const large = { x: 160, y: 120, radius: 110 };
  const cut = await cutOutAtTap(pictureOf([large]), redModel(0.55), at({ ...large, x: 80 }));
  expect(cut === null).toBe(true);
});

test("a square at the border is moved into the picture, and is no larger than it", () => {
  const picture = { width: 1200, height: 800, rgba: new Uint8Array() };
  expect(squareAround(picture, { x: 0.02, y: 0.5 }, 0.5)).toEqual({ x: 0, y: 100, width: 600, height: 600 });
  expect(squareAround(picture, { x: 1, y: 1 }, 0.75)).toEqual({ x: 300, y: 0, width: 900, height: 800 });
});
