/**
 * The sync part of `pnpm bench`: the cost until a second device has a first one's offline changes. Each round
 * has a new server and two new devices in separate processes, with IndexedDB for Node.
 */
import type { Line } from "sync-server/bench/bench";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { build, preview } from "vite";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "web/e2e/support/browsers/chromium";
import { editLine, localLine, offlineLines } from "./lines.ts";
import { measureBytes, measureRound } from "./measure-round.ts";
import type { LocalCost } from "./local-mutation/page.ts";

const SIZES = [1000, 10_000] as const;
const ROUNDS = 3;
const EDITS = 20;
const STORED_ITEMS = 10_000;
const LOCAL_CHANGES = 200;
const ROOT = fileURLToPath(new URL("local-mutation", import.meta.url));

/** They isolate the page: else Chromium's clock has a resolution of a tenth of a ms. */
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const offlineMs = new Map<number, number[]>();
const bytes = new Map<number, number>();
const editMs: number[] = [];
for (const changes of SIZES) {
  // Not timed; it warms up the machine's caches.
  bytes.set(changes, await measureBytes(changes));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await measureRound({ changes, edits: changes === SIZES[0] ? EDITS : 0 });
    times.push(measured.ms);
    editMs.push(...measured.editMs);
  }
  offlineMs.set(changes, times);
  console.log(`  ${changes} offline changes …`);
}

const lines: Line[] = [
  ...offlineLines({ offlineMs, bytes }, SIZES),
  editLine(editMs),
  localLine(await measureLocalCost(STORED_ITEMS, LOCAL_CHANGES), STORED_ITEMS),
];
process.send?.(lines);
process.disconnect?.();

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
