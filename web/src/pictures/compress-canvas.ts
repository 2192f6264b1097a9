import { PICTURE_MAX_BYTES } from "@shelv/contract/rows/picture";
import { qualitySteps } from "./fitted-size";

/**
 * Lowers the quality until the picture fits. Null if the browser cannot write this type: WebKit silently
 * returns a PNG for WebP.
 */
export async function compressCanvas(
  canvas: Pick<OffscreenCanvas, "convertToBlob">,
  type: "image/webp" | "image/jpeg",
): Promise<Blob | null> {
  let blob: Blob | null = null;
  for (const quality of qualitySteps()) {
    blob = await canvas.convertToBlob({ type, quality });
    if (blob.type !== type) return null;
    if (blob.size <= PICTURE_MAX_BYTES) break;
  }
  return blob;
}
