/**
 * `pnpm bench images`: removes the background of every kind of scene (in Node) and prepares a photo (in
 * Chromium), and compares both with the goals. `--tuning` uses the tuning seeds and reports each scene.
 */
import { loadOpenCV } from "@opencvjs/web";
import type { Line } from "sync-server/bench/bench";
import { cutOut } from "web/domain/background-removal/mask/cut-out";
import { isWorthShowing } from "web/domain/background-removal/cutout-decision";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { build, preview } from "vite";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "web/e2e/support/browsers/chromium";
import { GOALS, HELD_OUT_SEEDS, TUNING_SEEDS } from "./goals.ts";
import { type Outcome, removalLines } from "./removal-lines.ts";
import { renderScene, SCENE_KINDS, sceneOf } from "./scene.ts";
import type { PreparationCost } from "./preparation/page.ts";

const ROOT = fileURLToPath(new URL("preparation", import.meta.url));
/** With camera noise. */
const [WIDTH, HEIGHT] = [4000, 3000];
const ROUNDS = 7;
const isTuning = process.argv.includes("--tuning");
const outcomes: Outcome[] = [];
// The first load is not measured.
await loadOpenCV();
for (const kind of SCENE_KINDS) {
  for (const seed of isTuning ? TUNING_SEEDS : HELD_OUT_SEEDS) {
    const scene = await renderScene(sceneOf(kind, seed), seed);
    const startMs = performance.now();
    const cut = await cutOut(scene, loadOpenCV);
    const ms = performance.now() - startMs;
    const outcome = {
      kind,
      iou: cut ? iou(cut.mask, scene.mask) : 0,
      isAccepted: cut !== null && isWorthShowing(cut.signs),
      ms,
    };
    outcomes.push(outcome);
    if (isTuning) console.log({ ...outcome, seed, ...cut?.signs });
  }
  console.log(`  ${kind} …`);
}

const lines: Line[] = [
  ...removalLines(outcomes, GOALS),
  ...preparationLines(await measurePreparation(ROUNDS), GOALS),
];
if (process.send) process.send(lines);
else console.table(lines);

/** Intersection over union of two masks, 0 to 255; 1 when equal. Soft edges count in part. */
function iou(mask: Uint8Array, other: Uint8Array): number {
  let shared = 0;
  let either = 0;
  for (const [index, value] of mask.entries()) {
    shared += Math.min(value, other[index] ?? 0);
    either += Math.max(value, other[index] ?? 0);
  }
  return either === 0 ? 1 : shared / either;
}

/** In Chromium, with a built page. */
async function measurePreparation(times: number): Promise<PreparationCost> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-bench-picture-"));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true, target: "es2023" },
    worker: { format: "es" },
  });
  await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: "#a08060",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .blur(2)
    .jpeg({ quality: 90 })
    .toFile(join(folder, "photo.jpg"));
  const site = await preview({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    build: { outDir: folder },
    preview: { port: 0, host: "127.0.0.1" },
  });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? installChromium(),
    args: CHROMIUM_FLAGS,
  });
  try {
    const page = await browser.newPage();
    await page.goto(site.resolvedUrls?.local[0] ?? "");
    return await page.evaluate((times) => window.measurePreparation("/photo.jpg", times), times);
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}

function preparationLines({ preparedMs, bareMs, blockedMs }: PreparationCost, goals: typeof GOALS): Line[] {
  const [prepared, bare] = [median(preparedMs), median(bareMs)];
  return [
    {
      what: "a JPEG of 12 megapixels prepared, beside a bare decoding and encoding",
      figure: `${(prepared / bare).toFixed(2)} times (${Math.round(prepared)} ms, ${Math.round(bare)} ms)`,
      goal: `<= ${goals.preparationTimesBare} times`,
      isMet: prepared <= bare * goals.preparationTimesBare,
    },
    {
      what: "longest block of the page during it",
      figure: blockedMs === 0 ? "< 50 ms" : `${Math.round(blockedMs)} ms`,
      goal: `<= ${goals.mainThreadBlockedMs} ms`,
      isMet: blockedMs <= goals.mainThreadBlockedMs,
    },
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
