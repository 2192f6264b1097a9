/**
 * In a process of its own, one at a time, with limits on memory and time, since a file can be crafted to take any
 * amount. Such a file ends only that process: a thread out of memory may end the server too.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Refusal } from "@shelv/contract/refusal";
import pLimit from "p-limit";
import type { ReadExport } from "./read-export.ts";
import type { ReaderAnswer, ReaderTask } from "./read-export-process.ts";

/** In the bundle the process is a file beside the server's. */
const PROCESS = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts") ? "read-export-process.ts" : "read-export-process.js",
    import.meta.url,
  ),
);
const WAITING_AT_MOST = 20;
const TIMEOUT_MS = 20_000;
/** In MB. An export at the quotas takes about half. */
const MEMORY = ["--max-old-space-size=256", "--max-semi-space-size=8"];

export class ExportReader {
  readonly #line = pLimit(1);

  /** Refuses when the queue is full. */
  read(task: ReaderTask): Promise<ReadExport> {
    if (this.#line.activeCount + this.#line.pendingCount >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line(() => inProcess(task));
  }
}

async function inProcess(task: ReaderTask): Promise<ReadExport> {
  // It parses untrusted data: no settings.
  const env = process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot };
  const child = fork(PROCESS, { env, execArgv: MEMORY });
  const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
  const timer = setTimeout(() => reject(new Refusal("export-too-large")), TIMEOUT_MS);
  child
    .once("message", (answer) => resolve(answer as ReaderAnswer))
    .once("error", reject)
    // A kill, for memory or a fault of the parser, is the file's fault. The process's own exit is not.
    .once("exit", (_, signal) =>
      reject(
        signal === null
          ? new Error("The process that reads exports has ended without an answer")
          : new Refusal("export-too-large"),
      ),
    );
  child.send(task, (error) => error && reject(error));
  try {
    const answer = await promise;
    if ("refused" in answer) throw new Refusal(answer.refused.code, answer.refused.issues);
    return answer.read;
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}
