import { expect, test } from "vitest";
import { isGoodCutout } from "#domain/background-removal/cutout-decision";
import type { Pixels } from "#domain/background-removal/mask/pixels";
import type { Model } from "#domain/background-removal/model/load-model";
import { cutOutAtTap, squareAround } from "./cut-out-at-tap";

const [WIDTH, HEIGHT] = [320, 240];
type Disc = { x: number; y: number; radius: number };

const pictureOf = (discs: readonly Disc[]) =>
  pictureWhere((index) => discs.some((disc) => isIn(disc, index)));

function pictureWhere(isRed: (index: number) => boolean): Pixels {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1)
    rgba.set([...(isRed(index) ? [200, 40, 30] : [214, 206, 196]), 255], index * 4);
  return { width: WIDTH, height: HEIGHT, rgba };
}

const isIn = ({ x, y, radius }: Disc, index: number) =>
  Math.hypot((index % WIDTH) - x, Math.floor(index / WIDTH) - y) < radius;
const at = ({ x, y }: Disc) => ({ x: x / WIDTH, y: y / HEIGHT });

/** Sees what is red, if it is at least this share. */
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
  const label = { ...object, radius: 20 };
  const picture = pictureOf([object]);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1)
    if (isIn(label, index)) picture.rgba.set([30, 60, 200], index * 4);
  // Nothing in the whole picture, a doubtful object in the two larger squares, the label in the smallest.
  const model: Model = async ({ width, height }) => {
    const seen = width > 150 ? object : label;
    const values = Float32Array.from({ length: width * height }, (_, index) => {
      const distance = Math.hypot((index % width) - width / 2, Math.floor(index / width) - height / 2);
      return distance < seen.radius ? (seen === object && index % 4 === 0 ? 0.7 : 1) : 0;
    });
    return { width, height, values: width === WIDTH ? values.fill(0) : values };
  };
  const cut = await cutOutAtTap(picture, model, at(object));
  expect(cut && errorOf(cut.mask, object)).toBeLessThan(0.03);
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
  const isBar = (index: number) => {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    return x >= 60 && x < 310 && y >= 100 && y < 140;
  };
  const model: Model = async (seen) =>
    seen.width === WIDTH ? { width: 1, height: 1, values: Float32Array.of(0) } : redModel()(seen);
  const cut = await cutOutAtTap(pictureWhere(isBar), model, { x: 0.3, y: 0.5 });
  expect(cut === null).toBe(true);
});

test("a square at the border is moved into the picture, and is no larger than it", () => {
  const picture = { width: 1200, height: 800, rgba: new Uint8Array() };
  expect(squareAround(picture, { x: 0.02, y: 0.5 }, 0.5)).toEqual({ x: 0, y: 100, width: 600, height: 600 });
  expect(squareAround(picture, { x: 1, y: 1 }, 0.75)).toEqual({ x: 300, y: 0, width: 900, height: 800 });
});
