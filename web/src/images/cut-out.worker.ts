/** Runs off the main thread: takes a prepared picture and answers with the thing in it, without its background. */
import { canvasTellsTruth } from "./canvas-truth";
import { compressed } from "./compressed";
import { cutOut } from "./cut-out";
import { cutOutByModel } from "./cut-out-by-model";
import type { CutoutAnswer } from "./cutout-answer";
import { isWorthShowing } from "./cutout-decision";
import type { Cut } from "./finished-cut";
import { keptModel } from "./kept-model";
import { type Box, boxAround } from "./mask-box";
import { NotHere } from "./not-here";
import { pictureHead } from "./picture-head";
import { isSeeThrough, type Mask, type Pixels } from "./pixels";
import type { PreparedPicture } from "./prepared-picture";
import { runModel } from "./run-model";

declare const self: DedicatedWorkerGlobalScope;
/** `model`: where the server's own one lies, if it has one. */
type Taken = Pick<PreparedPicture, "bytes" | "type"> & { model: string | null };

self.addEventListener("message", ({ data }: MessageEvent<Taken>) => {
  void answer(data);
});

async function answer(picture: Taken): Promise<void> {
  const cutout = await cutOutOf(picture).catch((error: unknown): CutoutAnswer => {
    if (error instanceof NotHere) return { problem: "not-here" };
    tell(error);
    return { problem: "failed" };
  });
  self.postMessage(cutout, "bytes" in cutout ? [cutout.bytes] : []);
}

function tell(error: unknown): void {
  // oxlint-disable-next-line no-console -- a bug is for whoever looks after it, not for the owner
  console.error(error);
}

async function cutOutOf({ bytes, type, model }: Taken): Promise<CutoutAnswer> {
  // What moves is more than one picture, and what can be seen through was cut out before.
  if (pictureHead(new Uint8Array(bytes))?.frames !== 1) return { problem: "nothing" };
  if (!canvasTellsTruth()) return { problem: "protected" };
  const pixels = await pixelsOf(new Blob([bytes], { type }));
  if (isSeeThrough(pixels)) return { problem: "nothing" };
  const cut = await cutBy(model, pixels);
  const box = cut && boxAround(cut.mask, pixels.width);
  if (!cut || !box) return { problem: "nothing" };
  const blob = await drawn(pixels, cut.mask, box);
  return { bytes: await blob.arrayBuffer(), type: blob.type, isGood: isWorthShowing(cut.signs) };
}

/** A model that is not here, or that does not run, is no reason to keep the background: GrabCut needs none. */
async function cutBy(model: string | null, pixels: Pixels): Promise<Cut | null> {
  if (model === null) return cutOut(pixels, loadEngine);
  try {
    return await cutOutByModel(pixels, async () =>
      runModel(await loadRunner(), await keptModel(model), pixels),
    );
  } catch (error) {
    if (!(error instanceof NotHere)) tell(error);
    return cutOut(pixels, loadEngine);
  }
}

async function loadRunner() {
  return import("onnxruntime-web/wasm").catch(() => {
    throw new NotHere();
  });
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
  const data = new ImageData(
    Uint8ClampedArray.from(rgba, (value, index) => (index % 4 === 3 ? (mask[index >> 2] ?? 0) : value)),
    width,
    height,
  );
  const canvas = new OffscreenCanvas(size.width, size.height);
  contextOf(canvas).putImageData(data, -x, -y);
  return (await compressed(canvas, "image/webp")) ?? canvas.convertToBlob({ type: "image/png" });
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No 2D canvas here");
  return context;
}
