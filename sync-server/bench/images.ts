import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Bench, Line } from "./bench.ts";

const IMAGE_BENCH = fileURLToPath(new URL("../../packages/image-bench/src/main.ts", import.meta.url));
const RESOLVE_LIKE_VITE = new URL("../../packages/sync-bench/src/resolve-like-vite.ts", import.meta.url).href;

/** How well and how fast a device takes away backgrounds. A package of its own, because it runs the web app's side. */
export const images: Bench = async () => {
  const measuring = fork(IMAGE_BENCH, [], { execArgv: ["--import", RESOLVE_LIKE_VITE] });
  let lines: Line[] = [];
  measuring.on("message", (sent) => (lines = sent as Line[]));
  const [code] = (await once(measuring, "exit")) as [number | null];
  if (code !== 0) throw new Error(`Measuring pictures ended with ${code}`);
  return lines;
};
