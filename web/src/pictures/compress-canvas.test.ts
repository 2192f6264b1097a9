import { PICTURE_MAX_BYTES } from "@shelv/contract/rows/picture";
import { expect, test } from "vitest";
import { compressCanvas } from "./compress-canvas";

function canvasOf(bytes: number, written?: string) {
  const asked: number[] = [];
  const convertToBlob = async ({ type, quality = 1 }: ImageEncodeOptions = {}) => {
    asked.push(quality);
    return new Blob([new Uint8Array(Math.round(bytes * quality))], { type: written ?? type ?? "" });
  };
  return { asked, convertToBlob };
}

test.each([
  ["is small enough at once", 1, [0.9]],
  ["is small enough at lower quality", PICTURE_MAX_BYTES / 0.65, [0.9, 0.8, 0.7, 0.6]],
  ["is never small enough ends at the lowest quality", 4 * PICTURE_MAX_BYTES, [0.9, 0.8, 0.7, 0.6, 0.5]],
])("a picture that %s", async (_, bytes, qualities) => {
  const canvas = canvasOf(bytes);
  const blob = await compressCanvas(canvas, "image/webp");
  expect(canvas.asked).toEqual(qualities);
  expect([blob?.type, blob?.size]).toEqual(["image/webp", Math.round(bytes * (qualities.at(-1) ?? 0))]);
});

test("a browser that returns another type is not tried again", async () => {
  const canvas = canvasOf(4 * PICTURE_MAX_BYTES, "image/png");
  expect(await compressCanvas(canvas, "image/webp")).toBeNull();
  expect(canvas.asked).toEqual([0.9]);
});
