/** A thread of its own: drawing takes a tenth of a second, in which the server answers nobody. */
import { parentPort } from "node:worker_threads";
import { drawPreview } from "./draw-preview.ts";
import type { PreviewScene } from "./preview-scene.ts";

export type DrawnPreview = { bytes: Uint8Array } | { error: string };

parentPort?.on("message", (scene: PreviewScene<Uint8Array>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
  const answer = (drawn: DrawnPreview) => parentPort?.postMessage(drawn);
  drawPreview(scene).then(
    (bytes) => answer({ bytes }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
