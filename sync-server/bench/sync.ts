import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Bench, Line } from "./bench.ts";

const SYNC_BENCH = fileURLToPath(new URL("../../packages/sync-bench/src/main.ts", import.meta.url));

/**
 * What it costs to bring two devices together, and to change something on one. It starts servers of its own, and is a
 * package of its own, because it runs the web app's side too. Asked for by name, it installs the engines to compare with.
 */
export const sync: Bench = async (_, { isAskedFor }) => {
  const measuring = fork(SYNC_BENCH, isAskedFor ? ["--peers"] : []);
  let lines: Line[] = [];
  measuring.on("message", (sent) => (lines = sent as Line[]));
  const [code] = (await once(measuring, "exit")) as [number | null];
  if (code !== 0) throw new Error(`Measuring sync ended with ${code}`);
  return lines;
};
