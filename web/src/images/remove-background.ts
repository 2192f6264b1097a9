import type { CutoutAnswer } from "./cutout-answer";
import type { PreparedPicture } from "./prepared-picture";

type Asked = Pick<PreparedPicture, "bytes" | "type"> & { model: string | null };

/** The picture without its background, made in a worker of its own; giving up ends that at once, and answers null. */
export async function removeBackground(picture: Asked, givingUp: AbortSignal): Promise<CutoutAnswer | null> {
  if (givingUp.aborted) return null;
  const worker = new Worker(new URL("./cut-out.worker.ts", import.meta.url), { type: "module" });
  try {
    return await answerOf(worker, picture, givingUp);
  } finally {
    // Its memory, a hundred megabytes of it, goes with it.
    worker.terminate();
  }
}

const answerOf = (worker: Worker, { bytes, type, model }: Asked, givingUp: AbortSignal) =>
  new Promise<CutoutAnswer | null>((resolve) => {
    givingUp.addEventListener("abort", () => resolve(null), { once: true });
    worker.addEventListener("message", ({ data }: MessageEvent<CutoutAnswer>) => resolve(data), {
      once: true,
    });
    worker.addEventListener("error", () => resolve({ problem: "failed" }), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage({ bytes, type, model });
  });
