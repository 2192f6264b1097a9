/** A page of 2 MB would block other requests for tens of milliseconds, a crafted one for longer. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { readPage } from "./read-page-bytes.ts";
import type { PageTask } from "./page-reader.ts";

// Requests have priority. Elsewhere this is about the whole process.
if (process.platform === "linux") setPriority(5);
parentPort?.on("message", (task: PageTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
  parentPort?.postMessage(readPage(task));
});
