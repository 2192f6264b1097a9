/**
 * The sync part of `pnpm bench`: the cost until a second device has a first one's offline changes, also of
 * other engines where they are installed (`--peers`). Rounds alternate, each with a new server and two new
 * devices, in separate processes. Devices that store data use the same IndexedDB for Node.
 */
import type { Line } from "sync-server/bench/bench";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { build, preview } from "vite";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "web/e2e/support/browsers/chromium";
import { editLines, localLine, offlineLines, type Outcome } from "./lines.ts";
import { measureBytes, measureRound } from "./measure-round.ts";
import { arePeersInstalled, installPeers, PEERS, shelv } from "./engines.ts";
import type { LocalCost } from "./local-mutation/page.ts";

const SIZES = [1000, 10_000] as const;
const ROUNDS = 3;
/** The number of edits in each round of the smaller size. */
const EDITS = 20;
const STORED_ITEMS = 10_000;
const LOCAL_CHANGES = 200;
const ROOT = fileURLToPath(new URL("local-mutation", import.meta.url));

/** Headers that isolate the page: else Chromium's clock has a resolution of a tenth of a ms. */
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

if (process.argv.includes("--peers")) installPeers();
/** The most time per engine. With the limit of a round, the bench ends within about a quarter of an hour. */
const SPENT_AT_MOST_MS = 120_000;
const engines = [shelv, ...(arePeersInstalled() ? PEERS : [])];
const outcomes: Outcome[] = engines.map((engine) => ({
  engine,
  offlineMs: new Map(),
  bytes: new Map(),
  editMs: [],
  spentMs: 0,
  stopped: null,
}));

for (const size of SIZES) {
  // Rounds that count bytes are not timed; they warm up the machine's caches.
  for (const outcome of outcomes)
    await inBounds(
      outcome,
      async () => void outcome.bytes.set(size, await measureBytes(outcome.engine, size)),
    );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const outcome of outcomes) {
      await inBounds(outcome, async () => {
        const { ms, editMs } = await measureRound(outcome.engine, {
          changes: size,
          edits: size === SIZES[0] ? EDITS : 0,
        });
        outcome.offlineMs.set(size, [...(outcome.offlineMs.get(size) ?? []), ms]);
        outcome.editMs.push(...editMs);
      });
    }
  }
  console.log(`  ${size} offline changes …`);
}

/** Measures within bounds: the table says which engine failed or took too long. */
async function inBounds(outcome: Outcome, measure: () => Promise<void>): Promise<void> {
  if (outcome.stopped !== null) return;
  const startMs = performance.now();
  try {
    await measure();
  } catch (error) {
    outcome.stopped = `failed: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`;
  }
  outcome.spentMs += performance.now() - startMs;
  if (outcome.spentMs > SPENT_AT_MOST_MS)
    outcome.stopped ??= `stopped after ${Math.round(outcome.spentMs / 1000)} s`;
}

const lines: Line[] = [
  ...offlineLines(outcomes, SIZES),
  ...editLines(outcomes),
  localLine(await measureLocalCost(STORED_ITEMS, LOCAL_CHANGES), STORED_ITEMS),
];
process.send?.(lines);
process.disconnect?.();

/** Measures in Chromium, with a built page and `stored` items: a mutation compared with a plain put. */
async function measureLocalCost(stored: number, times: number): Promise<LocalCost> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-bench-page-"));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true, target: "es2023" },
  });
  const site = await preview({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    build: { outDir: folder },
    preview: { port: 0, host: "127.0.0.1", headers: ISOLATED },
  });
  // Without a profile on disk, Chromium holds its databases in memory.
  const profile = join(folder, "profile");
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? installChromium(),
    args: CHROMIUM_FLAGS,
  });
  try {
    const page = await browser.newPage();
    await page.goto(site.resolvedUrls?.local[0] ?? "");
    return await page.evaluate(([stored, times]) => window.measureLocalCost(stored, times), [
      stored,
      times,
    ] as const);
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}
