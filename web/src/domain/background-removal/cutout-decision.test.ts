import { expect, test } from "vitest";
import { cutoutDoubt, isGoodCutout } from "./cutout-decision";

const good = {
  area: 0.2,
  touching: 0,
  dropped: 0,
  agreement: 0.9,
  haze: 1,
  faint: 0,
  missed: 0,
  seenThrough: 0,
};

test("the cut-out of a free-standing object is good", () => {
  expect(isGoodCutout(good)).toBe(true);
});

test("of two good cut-outs the one with the better worst sign is less doubtful", () => {
  const clear = cutoutDoubt({ ...good, haze: 3.2 });
  expect(clear).toBeLessThan(cutoutDoubt({ ...good, haze: 2, faint: 0.13 }));
  expect(cutoutDoubt({ ...good, haze: 4.5 })).toBe(1);
});

test("an object that leaves the picture is good only if the model is sure", () => {
  expect(isGoodCutout({ ...good, touching: 0.25 })).toBe(true);
  expect(isGoodCutout({ ...good, touching: 0.25, agreement: 0.8 })).toBe(false);
});

test.each([
  ["is a speck", { area: 0.005 }],
  ["fills the picture", { area: 0.8 }],
  ["leaves the picture on many sides", { touching: 0.35 }],
  ["falls apart", { dropped: 0.05 }],
  ["is doubtful as a whole", { agreement: 0.5 }],
  ["has a doubtful edge", { haze: 5 }],
  ["has a guessed edge", { faint: 0.18 }],
  ["lacks parts", { missed: 0.3 }],
  ["contains the wall behind it", { seenThrough: 0.2 }],
])("the cut-out of an object that %s is not good", (_, sign) => {
  expect(isGoodCutout({ ...good, ...sign })).toBe(false);
});
