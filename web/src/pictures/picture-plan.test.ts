import { expect, test } from "vitest";
import type { PictureHead } from "./picture-head";
import { picturePlan } from "./picture-plan";

const head = (fields: Partial<PictureHead> = {}): PictureHead => ({
  type: "image/gif",
  width: 400,
  height: 300,
  frames: 1,
  ...fields,
});
const MB = 1024 * 1024;

test.each([
  ["a file that is not a picture", null, MB, { do: "refuse", kind: "wrongType" }],
  ["a picture whose head has no width", head({ width: 0 }), MB, { do: "redraw" }],
  ["a phone's 50 megapixels", head({ width: 8160, height: 6144 }), 12 * MB, { do: "redraw" }],
  ["a phone's 64 megapixels", head({ width: 9248, height: 6944 }), 12 * MB, { do: "redraw" }],
  ["68 megapixels", head({ width: 8500, height: 8000 }), 12 * MB, { do: "refuse", kind: "tooManyPixels" }],
  ["100 megapixels", head({ width: 10_000, height: 10_000 }), MB, { do: "refuse", kind: "tooManyPixels" }],
  ["48 megapixels", head({ width: 8000, height: 6000 }), 12 * MB, { do: "redraw" }],
  ["a still", head(), MB, { do: "redraw" }],
  ["what moves", head({ frames: 12 }), 5 * MB, { do: "send-as-is" }],
  ["an animation that is too large", head({ frames: 12 }), 5 * MB + 1, { do: "redraw" }],
  [
    "an animation with too many pixels",
    head({ width: 4000, height: 4000, frames: 12 }),
    MB,
    { do: "redraw" },
  ],
  ["an animation with too many frames", head({ width: 2, height: 2, frames: 1001 }), MB, { do: "redraw" }],
] as const)("%s has its plan", (_, of, bytes, plan) => {
  expect(picturePlan(of, bytes)).toEqual(plan);
});
