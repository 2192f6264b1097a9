import { PICTURE_MAX_PIXELS, PICTURE_TYPES, UPLOAD_MAX_BYTES } from "@shelv/contract/rows/picture";
import { isCanvasExact } from "./is-canvas-exact";
import { compressCanvas } from "./compress-canvas";
import { fittedSize } from "./fitted-size";
import { pictureHead } from "./picture-head";
import { picturePlan } from "./picture-plan";
import type { PictureAnswer, PreparedPicture } from "./prepared-picture";
import { jpegsThatDiffer, repairPicture } from "./repair-picture";

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", ({ data }: MessageEvent<File>) => {
  void answer(data);
});

async function answer(file: File): Promise<void> {
  const prepared = await prepare(file).catch((): PictureAnswer => ({ problem: "unreadable" }));
  self.postMessage(prepared, "bytes" in prepared ? [prepared.bytes] : []);
}

async function prepare(file: File): Promise<PictureAnswer> {
  const chosen = new Uint8Array(await file.arrayBuffer());
  const head = pictureHead(chosen);
  const plan = picturePlan(head, chosen.byteLength);
  if (plan.do === "refuse") return { problem: plan.kind };
  const { bytes, mayLackPixels } = repairPicture(chosen);
  const type = head?.type ?? file.type;
  if (plan.do === "send-as-is") return { bytes: bytes.buffer, type, isAnimated: true };
  const bitmap = await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: "from-image" });
  try {
    if (bitmap.width * bitmap.height > PICTURE_MAX_PIXELS) return { problem: "tooManyPixels" };
    if (!isCanvasExact()) return unchanged(bytes, type);
    if (mayLackPixels && (await lacksPixels(bytes))) return { problem: "unreadable" };
    return (await redrawn(bitmap)) ?? { problem: "unreadable" };
  } finally {
    bitmap.close();
  }
}

/** Where the canvas is not exact, only the server resizes. */
function unchanged({ buffer, byteLength }: Uint8Array<ArrayBuffer>, type: string): PictureAnswer {
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) return { problem: "wrongType" };
  if (byteLength > UPLOAD_MAX_BYTES) return { problem: "tooHeavyToSend" };
  return { bytes: buffer, type, isAnimated: false };
}

/** A canvas has only pixels: the result is upright as its EXIF says, and has none. */
async function redrawn(bitmap: ImageBitmap): Promise<PreparedPicture | null> {
  const blob =
    (await compressCanvas(drawn(bitmap, false), "image/webp")) ??
    (await compressCanvas(drawn(bitmap, true), "image/jpeg"));
  return blob && { bytes: await blob.arrayBuffer(), type: blob.type, isAnimated: false };
}

async function lacksPixels(repaired: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [one, other] = await Promise.all(
    jpegsThatDiffer(repaired).map(async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
      const canvas = drawn(bitmap, false);
      bitmap.close();
      return canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    }),
  );
  return one === undefined || !one.every((part, at) => part === other?.[at]);
}

/** `onWhite`: for JPEG, which would turn transparency black. */
function drawn(bitmap: ImageBitmap, onWhite: boolean): OffscreenCanvas {
  const { width, height } = fittedSize(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No 2D canvas here");
  if (onWhite) {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}
