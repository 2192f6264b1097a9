import { parentPort, workerData } from "node:worker_threads";

const { addresses } = workerData as { addresses: string[] };
const stopped = new AbortController();
let longestMs = 0;
parentPort?.once("message", () => stopped.abort());
for (const address of addresses) await (await fetch(address)).arrayBuffer();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
parentPort?.postMessage("started");
while (!stopped.signal.aborted) {
  for (const address of addresses) {
    const start = performance.now();
    const response = await fetch(address);
    await response.arrayBuffer();
    longestMs = Math.max(longestMs, performance.now() - start);
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
parentPort?.postMessage(longestMs);
