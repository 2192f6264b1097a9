/** Drawing would block the server for a tenth of a second. */
import { parentPort } from "node:worker_threads";
import { drawOgImage } from "./draw-og-image.ts";
import type { OgImageScene } from "./og-image-scene.ts";

export type DrawnOgImage = { bytes: Uint8Array } | { error: string };

parentPort?.on("message", (scene: OgImageScene<Uint8Array>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
  const answer = (drawn: DrawnOgImage) => parentPort?.postMessage(drawn);
  drawOgImage(scene).then(
    (bytes) => answer({ bytes }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
