/**
 * Browser part of `pnpm bench page`: Lighthouse scores, and the time to first sight of a page beside the same
 * bytes as files on nginx, in turns. `--install` installs Lighthouse, and nginx on Debian.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Line } from "sync-server/bench/bench";
import { freePort } from "sync-server/bench/free-port";
import { furnishPage } from "sync-server/bench/furnish-page";
import { type BenchServer, startBenchServer } from "sync-server/bench/start-bench-server";
import { findChromium } from "web/e2e/support/browsers/chromium";
import { ensureEmojiFont, NO_EMOJI_FONT } from "web/e2e/support/browsers/emoji-font";
import { median, sideBySide } from "sync-server/bench/side-by-side";
import { findNginx, serveStatically } from "./static-server.ts";

const PAGES: readonly MeasuredPage[] = [
  {
    name: "the public page",
    path: "/page-owner",
    goals: { performance: 100, accessibility: 100, "best-practices": 100, seo: 100 },
  },
  {
    name: "the landing page",
    path: "/",
    goals: { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 },
  },
];

const mayInstall = process.argv.includes("--install");
const skipped = (what: string, why: string): Line => ({
  what,
  figure: `not measured: ${why}`,
  goal: "",
  isMet: true,
});

async function measure(): Promise<Line[]> {
  const chromium = findChromium();
  if (chromium === undefined) return [skipped("in a browser", "there is no Chromium")];
  if (mayInstall && !isLighthouseInstalled()) installLighthouse();
  if (!isLighthouseInstalled()) return [skipped("in a browser", "Lighthouse comes with `bench page`")];
  if (!ensureEmojiFont()) console.warn(NO_EMOJI_FONT);
  const port = String(await freePort());
  const server = await startBenchServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  try {
    await furnishPage(server, await server.signUp("page-owner"));
    const lines: Line[] = [];
    for (const page of PAGES) {
      const { ok } = await fetch(server.origin + page.path);
      lines.push(
        ...(ok
          ? await lighthouseLines(page, { server, chromium })
          : [skipped(page.name, "the web app is not built")]),
      );
    }
    const hasNginx = findNginx({ mayInstall });
    lines.push(
      hasNginx
        ? await paintLine("/page-owner", { server, chromium })
        : skipped("largest paint beside nginx", "there is no nginx"),
    );
    return lines;
  } finally {
    await server.stop();
  }
}

type MeasuredPage = { name: string; path: string; goals: Record<Category, number> };

const RUNS = 5;

async function lighthouseLines(
  { name, path, goals }: MeasuredPage,
  { server, chromium }: { server: BenchServer; chromium: string },
): Promise<Line[]> {
  const runs: LighthouseResult[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(server.origin + path, chromium));
  const failed = [...new Set(runs.flatMap(({ failed }) => failed))];
  return CATEGORIES.map((category) => {
    const score = median(runs.map(({ scores }) => scores[category]));
    const because = score < goals[category] ? ` (${failed.join(", ")})` : "";
    return {
      what: `${name}, Lighthouse ${category}`,
      figure: `${score}${because}`,
      goal: `≥ ${goals[category]}`,
      isMet: score >= goals[category],
    };
  });
}

const GOAL = 1.1;

async function paintLine(
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

async function served(origin: string, path: string): Promise<Map<string, Uint8Array>> {
  const bytesOf = async (path: string) => new Uint8Array(await (await fetch(origin + path)).arrayBuffer());
  const page = await bytesOf(path);
  const named = new Set(new TextDecoder().decode(page).match(/\/(?:media\/fonts|icons)\/[\w./-]+/g));
  return new Map([
    [path, page],
    ...(await Promise.all([...named].map(async (path) => [path, await bytesOf(path)] as const))),
  ]);
}

const FOLDER = new URL("../peers/", import.meta.url);

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof CATEGORIES)[number];

type LighthouseResult = { scores: Record<Category, number>; failed: string[]; lcpMs: number };

const isLighthouseInstalled = (): boolean =>
  existsSync(new URL("node_modules/lighthouse/package.json", FOLDER));

function installLighthouse(): void {
  // The shell also finds Windows' npx.cmd; the command is constant.
  const { status } = spawnSync("npx --yes pnpm@12.21.0 install --frozen-lockfile", {
    cwd: fileURLToPath(FOLDER),
    shell: true,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("Lighthouse could not be installed.");
}

async function runLighthouse(address: string, chromium: string): Promise<LighthouseResult> {
  const judge = spawn(process.execPath, [fileURLToPath(new URL("judge.mjs", FOLDER)), chromium, address], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(judge, "close");
  const printed = Buffer.concat(await judge.stdout.toArray()).toString();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  return JSON.parse(printed) as LighthouseResult;
}

process.send?.(await measure());
process.disconnect?.();
