/**
 * In a worker thread, one at a time, with limits on memory and time, since a file can be crafted to take any
 * amount. Such a file ends only the thread.
 */
import { Worker } from "node:worker_threads";
import { Refusal } from "@shelv/contract/refusal";
import pLimit from "p-limit";
import type { ReadExport } from "./read-export.ts";
import type { ReaderAnswer, ReaderTask } from "./read-export-worker.ts";

/** In the bundle the worker is a file beside the server's. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "read-export-worker.ts" : "read-export-worker.js",
  import.meta.url,
);
const WAITING_AT_MOST = 20;
const TIMEOUT_MS = 20_000;
/** An export at the quotas takes about half. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

export class ExportReader {
  readonly #line = pLimit(1);

  /** Refuses when the queue is full. */
  read(task: ReaderTask): Promise<ReadExport> {
    if (this.#line.activeCount + this.#line.pendingCount >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line(() => inThread(task));
  }
}

async function inThread(task: ReaderTask): Promise<ReadExport> {
  const worker = new Worker(WORKER, { workerData: task, resourceLimits: MEMORY });
  const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
  const timer = setTimeout(() => reject(new Refusal("export-too-large")), TIMEOUT_MS);
  worker
    .once("message", resolve)
    .once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new Refusal("export-too-large") : error),
    );
  worker.once("exit", () => reject(new Error("The thread that reads exports has ended without an answer")));
  try {
    const answer = await promise;
    if ("refused" in answer) throw new Refusal(answer.refused.code, answer.refused.issues);
    return answer.read;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
