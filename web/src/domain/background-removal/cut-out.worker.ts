import { isCanvasExact } from "#images/is-canvas-exact";
import { compressCanvas } from "#images/compress-canvas";
import { cutOut } from "#domain/background-removal/mask/cut-out";
import { cutOutByModel } from "#domain/background-removal/model/cut-out-by-model";
import type { CutoutAnswer } from "./cutout-answer";
import { isWorthShowing } from "./cutout-decision";
import type { Cut } from "#domain/background-removal/mask/finish-cutout";
import { cachedModel } from "#domain/background-removal/model/cached-model";
import { type Box, boxAround } from "#domain/background-removal/mask/mask-box";
import { NotHere } from "./not-here";
import { pictureHead } from "#images/picture-head";
import { isSeeThrough, type Mask, type Pixels } from "#domain/background-removal/mask/pixels";
import type { PreparedPicture } from "#images/prepared-picture";
import { runModel } from "#domain/background-removal/model/run-model";

declare const self: DedicatedWorkerGlobalScope;
/** `model`: its address, if the server has one. */
type Taken = Pick<PreparedPicture, "bytes" | "type"> & { model: string | null };

self.addEventListener("message", ({ data }: MessageEvent<Taken>) => {
  void answer(data);
});

async function answer(picture: Taken): Promise<void> {
  const cutout = await cutOutOf(picture).catch((error: unknown): CutoutAnswer => {
    if (error instanceof NotHere) return { problem: "not-here" };
    logError(error);
    return { problem: "failed" };
  });
  self.postMessage(cutout, "bytes" in cutout ? [cutout.bytes] : []);
}

function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- a bug is for developers, not for the owner
  console.error(error);
}

async function cutOutOf({ bytes, type, model }: Taken): Promise<CutoutAnswer> {
  // An animation has several pictures, and a transparent one is cut out already.
  if (pictureHead(new Uint8Array(bytes))?.frames !== 1) return { problem: "nothing" };
  if (!isCanvasExact()) return { problem: "protected" };
  const pixels = await pixelsOf(new Blob([bytes], { type }));
  if (isSeeThrough(pixels)) return { problem: "nothing" };
  const cut = await cutBy(model, pixels);
  const box = cut && boxAround(cut.mask, pixels.width);
  if (!cut || !box) return { problem: "nothing" };
  const blob = await drawn(pixels, cut.mask, box);
  return { bytes: await blob.arrayBuffer(), type: blob.type, isGood: isWorthShowing(cut.signs) };
}

/** Without a model, or if it fails, GrabCut removes the background. */
async function cutBy(model: string | null, pixels: Pixels): Promise<Cut | null> {
  if (model === null) return cutOut(pixels, loadEngine);
  try {
    return await cutOutByModel(pixels, async () =>
      runModel(await loadRunner(), await cachedModel(model), pixels),
    );
  } catch (error) {
    if (!(error instanceof NotHere)) logError(error);
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

/** Cropped to the object, which touches the shelf's board. */
async function drawn({ width, height, rgba }: Pixels, mask: Mask, { x, y, ...size }: Box): Promise<Blob> {
  const data = new ImageData(
    Uint8ClampedArray.from(rgba, (value, index) => (index % 4 === 3 ? (mask[index >> 2] ?? 0) : value)),
    width,
    height,
  );
  const canvas = new OffscreenCanvas(size.width, size.height);
  contextOf(canvas).putImageData(data, -x, -y);
  return (await compressCanvas(canvas, "image/webp")) ?? canvas.convertToBlob({ type: "image/png" });
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No 2D canvas here");
  return context;
}
