/** Runs off the main thread: takes a prepared picture and answers with the thing in it, without its background. */
import { compressed } from "./compressed";
import { cutOut } from "./cut-out";
import type { CutoutAnswer } from "./cutout-answer";
import { isWorthShowing } from "./cutout-decision";
import { type Box, boxAround } from "./mask-box";
import { pictureHead } from "./picture-head";
import { isSeeThrough, type Mask, type Pixels } from "./pixels";
import type { PreparedPicture } from "./prepared-picture";

declare const self: DedicatedWorkerGlobalScope;
type Taken = Pick<PreparedPicture, "bytes" | "type">;

self.addEventListener("message", ({ data }: MessageEvent<Taken>) => {
  void answer(data);
});

async function answer(picture: Taken): Promise<void> {
  const cutout = await cutOutOf(picture).catch((error: unknown): CutoutAnswer => {
    if (error instanceof NotHere) return { problem: "not-here" };
    // oxlint-disable-next-line no-console -- a bug is for whoever looks after it, not for the owner
    console.error(error);
    return { problem: "failed" };
  });
  self.postMessage(cutout, "bytes" in cutout ? [cutout.bytes] : []);
}

async function cutOutOf({ bytes, type }: Taken): Promise<CutoutAnswer> {
  // What moves is more than one picture, and what can be seen through was cut out before.
  if (pictureHead(new Uint8Array(bytes))?.frames !== 1) return { problem: "nothing" };
  const pixels = await pixelsOf(new Blob([bytes], { type }));
  if (isSeeThrough(pixels)) return { problem: "nothing" };
  const cut = await cutOut(pixels, loadEngine);
  const box = cut && boxAround(cut.mask, pixels.width);
  if (!cut || !box) return { problem: "nothing" };
  const blob = await drawn(pixels, cut.mask, box);
  return { bytes: await blob.arrayBuffer(), type: blob.type, isGood: isWorthShowing(cut.signs) };
}

/** It was never fetched, and there is no network now. */
class NotHere extends Error {
  override readonly name = "NotHere";
}

async function loadEngine() {
  const { loadOpenCV } = await import("@opencvjs/web").catch(() => {
    throw new NotHere();
  });
  return loadOpenCV();
}

async function pixelsOf(picture: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  const context = contextOf(new OffscreenCanvas(width, height));
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}

/** Only the thing, to its very edges: it stands on the shelf's board, not above it. */
async function drawn({ width, height, rgba }: Pixels, mask: Mask, { x, y, ...size }: Box): Promise<Blob> {
  const data = new ImageData(Uint8ClampedArray.from(rgba, (value, index) => (index % 4 === 3 ? (mask[index >> 2] ?? 0) : value)), width, height);
  const canvas = new OffscreenCanvas(size.width, size.height);
  contextOf(canvas).putImageData(data, -x, -y);
  return (await compressed(canvas, "image/webp")) ?? canvas.convertToBlob({ type: "image/png" });
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No 2D canvas here");
  return context;
}
