import { expect, test } from "vitest";
import { fittedSize, qualitySteps } from "./fitted-size";

test.each([
  [4000, 3000, 1200, 900],
  [3000, 4000, 900, 1200],
  [1200, 1200, 1200, 1200],
  [640, 480, 640, 480],
  [5000, 1, 1200, 1],
])("a picture of %i × %i becomes %i × %i", (width, height, fittedWidth, fittedHeight) => {
  expect(fittedSize(width, height)).toEqual({ width: fittedWidth, height: fittedHeight });
});

test("quality falls by tenths from 0.9 to 0.5", () => {
  expect(qualitySteps()).toEqual([0.9, 0.8, 0.7, 0.6, 0.5]);
});
