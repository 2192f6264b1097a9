import { expect, test } from "vitest";
import { boxAround } from "./mask-box";
import { cleanEdge } from "./clean-edge";
import type { Pixels } from "./pixels";

const SIDE = 120;
type Rgb = readonly [number, number, number];
const radius = (index: number) => Math.hypot((index % SIDE) - 60, Math.floor(index / SIDE) - 60);
/** A disc with a soft edge of 3 px, `wider` than the object by so many pixels. */
const coverage = (index: number, wider = 0) =>
  Math.min(1, Math.max(0, (40 + wider - radius(index)) / 3 + 0.5));
const mixed = (one: Rgb, other: Rgb, share: number) =>
  one.map((value, channel) => value * share + (other[channel] as number) * (1 - share));
const foreground = (index: number, [red, green, blue]: Rgb): Rgb => {
  const light = ((index % SIDE) - 60) / 2;
  return [red + light, green + light, blue + light];
};

function pictureOf(object: Rgb, ground: Rgb): Pixels {
  const rgba = new Uint8Array(SIDE * SIDE * 4);
  for (let index = 0; index < SIDE * SIDE; index += 1)
    rgba.set([...mixed(foreground(index, object), ground, coverage(index)), 255], index * 4);
  return { width: SIDE, height: SIDE, rgba };
}

const maskOf = (wider: number) =>
  Uint8Array.from({ length: SIDE * SIDE }, (_, index) => Math.round(255 * coverage(index, wider)));
const WHOLE = { x: 0, y: 0, width: SIDE, height: SIDE };

/** The mean distance from the object's colours at the shown edge. */
function haloError({ rgba }: Pixels, object: Rgb, mask: Uint8Array): number {
  let [error, count] = [0, 0];
  for (let index = 0; index < mask.length; index += 1) {
    if (mask[index] === 0 || coverage(index) === 1) continue;
    const own = foreground(index, object);
    error += Math.hypot(...own.map((value, channel) => value - (rgba[index * 4 + channel] as number)));
    count += 1;
  }
  return error / count;
}

test.each<[what: string, object: Rgb, ground: Rgb]>([
  ["red on white", [180, 60, 50], [250, 250, 248]],
  ["cream on green", [214, 200, 180], [40, 110, 50]],
  ["grey on blue", [120, 120, 124], [40, 70, 200]],
])("the edge loses the ground's colour: %s, by a factor of five or more", (_, object, ground) => {
  const picture = pictureOf(object, ground);
  const mask = maskOf(0);
  const cleaned = cleanEdge(picture, mask, WHOLE);
  expect(haloError(cleaned, object, mask)).toBeLessThan(haloError(picture, object, mask) / 5);
});

test("if the mask is a pixel too wide, the halo is still three times fainter", () => {
  const [object, ground]: [Rgb, Rgb] = [
    [180, 60, 50],
    [250, 250, 248],
  ];
  const picture = pictureOf(object, ground);
  const mask = maskOf(1);
  const cleaned = cleanEdge(picture, mask, WHOLE);
  expect(haloError(cleaned, object, mask)).toBeLessThan(haloError(picture, object, mask) / 3);
});

test("the ground outside the box of the object counts: its outermost pixels are cleaned like all others", () => {
  const [object, ground]: [Rgb, Rgb] = [
    [180, 60, 50],
    [250, 250, 248],
  ];
  const picture = pictureOf(object, ground);
  const mask = maskOf(1);
  const whole = cleanEdge(picture, mask, WHOLE);
  const box = boxAround(mask, SIDE) ?? WHOLE;
  const { rgba } = cleanEdge(picture, mask, box);
  const at = (x: number, y: number) => (y * SIDE + x) * 4;
  for (const [x, y] of [
    [60, 19],
    [19, 60],
    [101, 60],
    [60, 101],
  ] as const)
    for (const channel of [0, 1, 2])
      expect(
        Math.abs(
          (rgba[((y - box.y) * box.width + x - box.x) * 4 + channel] ?? 0) -
            (whole.rgba[at(x, y) + channel] ?? 0),
        ),
      ).toBeLessThan(6);
});

test("the inside of the object keeps its colours, and the mask becomes its alpha", () => {
  const picture = pictureOf([180, 60, 50], [250, 250, 248]);
  const mask = maskOf(0);
  const cleaned = cleanEdge(picture, mask, WHOLE).rgba;
  const own = mask.map((_, index) => Number(radius(index) < 34));
  const colorsOf = (rgba: Pixels["rgba"]) => rgba.filter((_, at) => at % 4 !== 3 && own[at >> 2] === 1);
  expect([...colorsOf(cleaned)]).toEqual([...colorsOf(picture.rgba)]);
  expect(new Uint8Array(cleaned.filter((_, at) => at % 4 === 3))).toEqual(mask);
});

test("an object without a sure inside, and one that fills its box, keep their colours", () => {
  const picture = pictureOf([180, 60, 50], [250, 250, 248]);
  for (const value of [120, 255]) {
    const { rgba } = cleanEdge(picture, new Uint8Array(SIDE * SIDE).fill(value), WHOLE);
    expect(rgba.every((part, at) => (at % 4 === 3 ? part === value : part === picture.rgba[at]))).toBe(true);
  }
});
