import { PICTURE_MAX_BYTES } from "@shelv/contract/picture";
import { qualitySteps } from "./fitted-size";

/**
 * What stands on the canvas, small enough or as small as it gets. Null where the browser cannot write this type: WebKit
 * silently answers with a PNG when asked for WebP.
 */
export async function compressed(
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
