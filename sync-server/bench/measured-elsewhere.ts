import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Line } from "./bench.ts";

/** The lines of a bench that is a package of its own, because it runs the web app's side or a browser too. It starts servers of its own. */
export async function measuredElsewhere(
  name: "page-bench" | "sync-bench" | "web-bench",
  args: string[] = [],
): Promise<Line[]> {
  const measuring = fork(fileURLToPath(new URL(`../../packages/${name}/src/main.ts`, import.meta.url)), args);
  let lines: Line[] = [];
  measuring.on("message", (sent) => (lines = sent as Line[]));
  const [code] = (await once(measuring, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return lines;
}
