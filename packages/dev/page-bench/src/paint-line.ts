import type { Line } from "sync-server/bench/bench";
import { sideBySide } from "sync-server/bench/side-by-side";
import type { BenchServer } from "sync-server/bench/start-bench-server";
import { runLighthouse } from "./run-lighthouse.ts";
import { serveStatically } from "./static-server.ts";

const GOAL = 1.1;

/** On Lighthouse's phone, compared with the same page served as a file. */
export async function paintLine(
  path: string,
  { server, chromium }: { server: BenchServer; chromium: string },
): Promise<Line> {
  const files = await served(server.origin, path);
  const nginx = await serveStatically(files);
  try {
    const [ours, theirs] = await sideBySide(
      async () => (await runLighthouse(server.origin + path, chromium)).lcpMs,
      async () => (await runLighthouse(`${nginx.origin}${path}`, chromium)).lcpMs,
    );
    const ratio = ours / theirs;
    return {
      what: "largest paint",
      figure: `${ratio.toFixed(2)} × the same file on nginx (${Math.round(ours)} and ${Math.round(theirs)} ms)`,
      goal: `≤ ${GOAL} ×`,
      isMet: ratio <= GOAL,
    };
  } finally {
    await nginx.stop();
  }
}

/** With everything that it loads from its own server. */
async function served(origin: string, path: string): Promise<Map<string, Uint8Array>> {
  const bytesOf = async (path: string) => new Uint8Array(await (await fetch(origin + path)).arrayBuffer());
  const page = await bytesOf(path);
  const named = new Set(new TextDecoder().decode(page).match(/\/(?:media\/fonts|icons)\/[\w./-]+/g));
  return new Map([
    [path, page],
    ...(await Promise.all([...named].map(async (path) => [path, await bytesOf(path)] as const))),
  ]);
}
