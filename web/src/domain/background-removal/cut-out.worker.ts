import { isCanvasExact } from "#pictures/is-canvas-exact";
import { compressCanvas } from "#pictures/compress-canvas";
import { cleanEdge } from "#domain/background-removal/mask/clean-edge";
import { cutOutAtTap } from "#domain/background-removal/tap/cut-out-at-tap";
import { cutOutByModel } from "#domain/background-removal/model/cut-out-by-model";
import type { CutoutTask, Models, PictureFile, TaskAnswers } from "./cutout-answer";
import { isGoodCutout } from "./cutout-decision";
import type { Cut } from "#domain/background-removal/mask/finish-cutout";
import { cachedModel } from "#domain/background-removal/model/cached-model";
import { boxAround } from "#domain/background-removal/mask/mask-box";
import { NotHere } from "./not-here";
import { ownModel } from "#domain/background-removal/model/own-model";
import { pictureHead } from "#pictures/picture-head";
import { isSeeThrough, type Mask, type Pixels } from "#domain/background-removal/mask/pixels";
import { placedMask } from "#domain/background-removal/touch-up/placed-mask";
import { loadModel, type Model } from "#domain/background-removal/model/load-model";

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", ({ data }: MessageEvent<CutoutTask>) => {
  void answer(data);
});

async function answer(task: CutoutTask): Promise<void> {
  const made = await answerTo(task).catch((error: unknown) => {
    if (error instanceof NotHere) return { problem: "not-here" as const };
    logError(error);
    return { problem: "failed" as const };
  });
  self.postMessage(made, transferable(made));
}

const answerTo = (task: CutoutTask): Promise<TaskAnswers[keyof TaskAnswers]> =>
  task.wants === "cutout" ? cutOut(task) : task.wants === "mask" ? startTouchUp(task) : draw(task);

function transferable(made: object): Transferable[] {
  if ("bytes" in made) return [made.bytes as ArrayBuffer];
  if ("pixels" in made) return [(made.pixels as Pixels).rgba.buffer as ArrayBuffer];
  return [];
}

function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- a bug is for developers, not for the owner
  console.error(error);
}

type Task<Wants extends CutoutTask["wants"]> = Extract<CutoutTask, { wants: Wants }>;

async function cutOut({ picture, tap, models }: Task<"cutout">): Promise<TaskAnswers["cutout"]> {
  // An animation has several pictures, and a transparent one is cut out already.
  if (pictureHead(new Uint8Array(picture.bytes))?.frames !== 1) return { problem: "nothing" };
  if (!isCanvasExact()) return { problem: "protected" };
  const pixels = await pixelsOf(picture);
  if (isSeeThrough(pixels)) return { problem: "nothing" };
  const cut = await (tap
    ? cutBy(models, (model) => cutOutAtTap(pixels, model, tap))
    : cutOutWhole(models, pixels));
  return cut && isGoodCutout(cut.signs) ? draw({ pixels, mask: cut.mask }) : { problem: "nothing" };
}

/** From the picture's own cut-out, else what the model finds, else the whole picture. */
async function startTouchUp({ picture, cutout, models }: Task<"mask">): Promise<TaskAnswers["mask"]> {
  if (!isCanvasExact()) return { problem: "protected" };
  const pixels = await pixelsOf(picture);
  const found =
    (cutout && placedMask(pixels, await pixelsOf(cutout))) ??
    (isSeeThrough(pixels) ? null : await foundMask(models, pixels));
  return { pixels, mask: found ?? wholeMask(pixels), isFound: found !== null };
}

async function foundMask(models: Models, pixels: Pixels): Promise<Mask | null> {
  try {
    return (await cutOutWhole(models, pixels))?.mask ?? null;
  } catch (error) {
    if (!(error instanceof NotHere)) logError(error);
    return null;
  }
}

const wholeMask = ({ width, height }: Pixels): Mask => new Uint8Array(width * height).fill(255);

const cutOutWhole = (models: Models, pixels: Pixels) =>
  cutBy(models, (model) => cutOutByModel(pixels, model));

/** If the operator's model fails or is not on this device, the app's own is used. */
async function cutBy(
  { operators, own }: Models,
  cutOut: (model: Model) => Promise<Cut | null>,
): Promise<Cut | null> {
  if (operators !== null) {
    try {
      return await cutOut(await model(operators, cachedModel));
    } catch (error) {
      if (!(error instanceof NotHere)) logError(error);
    }
  }
  return cutOut(await model(own, ownModel));
}

const models = new Map<string, Promise<Model>>();

function model(address: string, fetchModel: (address: string) => Promise<Uint8Array>): Promise<Model> {
  const loaded = models.get(address);
  if (loaded) return loaded;
  const loading = loadRuntime().then(async (runtime) => loadModel(runtime, await fetchModel(address)));
  models.set(address, loading);
  loading.catch(() => models.delete(address));
  return loading;
}

async function loadRuntime() {
  return import("onnxruntime-web/wasm").catch(() => {
    throw new NotHere();
  });
}

async function pixelsOf({ bytes, type }: PictureFile): Promise<Pixels> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  const { width, height } = bitmap;
  const context = contextOf(new OffscreenCanvas(width, height));
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}

/** Crops the picture, so that the object touches the shelf's board. */
async function draw({ pixels, mask }: { pixels: Pixels; mask: Mask }): Promise<TaskAnswers["drawing"]> {
  const box = boxAround(mask, pixels.width);
  if (!box) return { problem: "nothing" };
  const canvas = new OffscreenCanvas(box.width, box.height);
  const { rgba } = cleanEdge(pixels, mask, box);
  contextOf(canvas).putImageData(new ImageData(rgba, box.width, box.height), 0, 0);
  const blob = (await compressCanvas(canvas, "image/webp")) ?? (await canvas.convertToBlob());
  return { bytes: await blob.arrayBuffer(), type: blob.type };
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No 2D canvas here");
  return context;
}
