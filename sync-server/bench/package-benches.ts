import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Bench, Line } from "./bench.ts";

const RESOLVE_LIKE_VITE = new URL("../../packages/dev/sync-bench/src/resolve-like-vite.ts", import.meta.url)
  .href;

export const sync: Bench = () => runPackage("sync-bench");

export const images: Bench = () => runPackage("image-bench", { execArgv: ["--import", RESOLVE_LIKE_VITE] });

export const web: Bench = async (_, { isAskedFor }) => (isAskedFor ? runPackage("web-bench") : []);

export const pageQuality = ({ isAskedFor }: { isAskedFor: boolean }): Promise<Line[]> =>
  runPackage("page-bench", { args: isAskedFor ? ["--install"] : [] });

async function runPackage(
  name: "image-bench" | "page-bench" | "sync-bench" | "web-bench",
  { args = [], execArgv = process.execArgv }: { args?: string[]; execArgv?: string[] } = {},
): Promise<Line[]> {
  const main = fileURLToPath(new URL(`../../packages/dev/${name}/src/main.ts`, import.meta.url));
  const bench = fork(main, args, { execArgv });
  let lines: Line[] = [];
  bench.on("message", (sent) => (lines = sent as Line[]));
  const [code] = (await once(bench, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return lines;
}
