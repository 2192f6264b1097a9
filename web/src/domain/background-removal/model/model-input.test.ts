import { expect, test } from "vitest";
import { modelInput } from "./model-input";
import type { Pixels } from "#domain/background-removal/mask/pixels";

const PICTURE: Pixels = { width: 2, height: 1, rgba: Uint8Array.of(100, 0, 200, 255, 0, 0, 0, 255) };

test("U²-Net gets one channel after the other, normalised like ImageNet, relative to the brightest value", () => {
  const input = [...modelInput(PICTURE, { width: 2, height: 1 })];
  const expected = [
    (0.5 - 0.485) / 0.229,
    -0.485 / 0.229,
    -0.456 / 0.224,
    -0.456 / 0.224,
    (1 - 0.406) / 0.225,
    -0.406 / 0.225,
  ];
  for (const [index, value] of expected.entries()) expect(input[index]).toBeCloseTo(value, 5);
});

test("a model of 1024 by 1024 gets ISNet's normalisation, around the middle", () => {
  const input = modelInput(PICTURE, { width: 1024, height: 1024 });
  expect(input).toHaveLength(3 * 1024 * 1024);
  expect([input[0], input[1023], input[1024 * 1024], input[2 * 1024 * 1024]]).toEqual([0, -0.5, -0.5, 0.5]);
});
