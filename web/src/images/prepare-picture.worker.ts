/** Runs off the main thread: decodes a chosen file, scales it down and recompresses it until it is small enough. */
import { compressed } from "./compressed";
import { fittedSize } from "./fitted-size";
import { pictureHead } from "./picture-head";
import { picturePlan } from "./picture-plan";
import type { PictureAnswer, PreparedPicture } from "./prepared-picture";

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", ({ data }: MessageEvent<File>) => {
  void answer(data);
});

async function answer(file: File): Promise<void> {
  const prepared = await prepare(file).catch((): PictureAnswer => ({ problem: "unreadable" }));
  self.postMessage(prepared, "bytes" in prepared ? [prepared.bytes] : []);
}

async function prepare(file: File): Promise<PictureAnswer> {
  const bytes = await file.arrayBuffer();
  const head = pictureHead(new Uint8Array(bytes));
  const plan = picturePlan(head, bytes.byteLength);
  if (plan.do === "refuse") return { problem: plan.kind };
  if (plan.do === "send-as-is") return { bytes, type: head?.type ?? file.type, isAnimated: true };
  return (await drawnAnew(file)) ?? { problem: "unreadable" };
}

/** Drawn upright, as its EXIF says, and without any of it: a canvas keeps pixels alone. */
async function drawnAnew(file: File): Promise<PreparedPicture | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const blob = (await compressed(drawn(bitmap, false), "image/webp")) ?? (await compressed(drawn(bitmap, true), "image/jpeg"));
  bitmap.close();
  return blob && { bytes: await blob.arrayBuffer(), type: blob.type, isAnimated: false };
}

/** JPEG knows no transparency and would turn it black: there the picture gets white paper behind it. */
function drawn(bitmap: ImageBitmap, onPaper: boolean): OffscreenCanvas {
  const { width, height } = fittedSize(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No 2D canvas here");
  if (onPaper) {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}
