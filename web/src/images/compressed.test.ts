import { PICTURE_MAX_BYTES } from "@shelv/contract/picture";
import { expect, test } from "vitest";
import { compressed } from "./compressed";

/** Stands in for a browser's canvas, which Node has none of (e2e/items/picture-files.spec.ts has): a picture of this many bytes at a quality of 1, and of the type that is written here. */
function canvasOf(bytes: number, written?: string) {
  const asked: number[] = [];
  const convertToBlob = async ({ type, quality = 1 }: ImageEncodeOptions = {}) => {
    asked.push(quality);
    return new Blob([new Uint8Array(Math.round(bytes * quality))], { type: written ?? type ?? "" });
  };
  return { asked, convertToBlob };
}

test.each([
  ["is light enough at once", 1, [0.9]],
  ["is light enough once it is coarser", PICTURE_MAX_BYTES / 0.65, [0.9, 0.8, 0.7, 0.6]],
  ["never is goes as coarse as it may be", 4 * PICTURE_MAX_BYTES, [0.9, 0.8, 0.7, 0.6, 0.5]],
])("what %s", async (_, bytes, qualities) => {
  const canvas = canvasOf(bytes);
  const blob = await compressed(canvas, "image/webp");
  expect(canvas.asked).toEqual(qualities);
  expect([blob?.type, blob?.size]).toEqual(["image/webp", Math.round(bytes * (qualities.at(-1) ?? 0))]);
});

test("a browser that answers in another type than it was asked for is not asked again", async () => {
  const canvas = canvasOf(4 * PICTURE_MAX_BYTES, "image/png");
  expect(await compressed(canvas, "image/webp")).toBeNull();
  expect(canvas.asked).toEqual([0.9]);
});
