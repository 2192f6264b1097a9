import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Line } from "./bench.ts";

const PAGE_BENCH = fileURLToPath(new URL("../../packages/page-bench/src/main.ts", import.meta.url));

/** How pages do in a browser: in a package of its own, since it brings one. Asked for by name, it installs what it measures with. */
export async function pageQuality({ isAskedFor }: { isAskedFor: boolean }): Promise<Line[]> {
  const measuring = fork(PAGE_BENCH, isAskedFor ? ["--install"] : []);
  let lines: Line[] = [];
  measuring.on("message", (sent) => (lines = sent as Line[]));
  const [code] = (await once(measuring, "exit")) as [number | null];
  if (code !== 0) throw new Error(`Measuring pages ended with ${code}`);
  return lines;
}
