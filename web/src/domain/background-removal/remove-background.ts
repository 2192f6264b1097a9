import type { CutoutAnswer } from "./cutout-answer";
import type { PreparedPicture } from "#images/prepared-picture";

type Request = Pick<PreparedPicture, "bytes" | "type"> & { model: string | null };

/** In its own worker. Aborting ends the worker at once, with null. */
export async function removeBackground(picture: Request, signal: AbortSignal): Promise<CutoutAnswer | null> {
  if (signal.aborted) return null;
  const worker = new Worker(new URL("./cut-out.worker.ts", import.meta.url), { type: "module" });
  try {
    return await answerOf(worker, picture, signal);
  } finally {
    // Frees about a hundred megabytes.
    worker.terminate();
  }
}

const answerOf = (worker: Worker, { bytes, type, model }: Request, signal: AbortSignal) =>
  new Promise<CutoutAnswer | null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
    worker.addEventListener("message", ({ data }: MessageEvent<CutoutAnswer>) => resolve(data), {
      once: true,
    });
    worker.addEventListener("error", () => resolve({ problem: "failed" }), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage({ bytes, type, model });
  });
