import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import type { Line } from "sync-server/bench/bench";
import { build, preview } from "vite";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "web/e2e/support/browsers/chromium";
import type { GOALS } from "./goals.ts";
import type { PreparationCost } from "./preparation/page.ts";

const ROOT = fileURLToPath(new URL("preparation", import.meta.url));
/** With camera noise. */
const [WIDTH, HEIGHT] = [4000, 3000];

/** In Chromium, with a built page. */
export async function measurePreparation(times: number): Promise<PreparationCost> {
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

export function preparationLines(
  { preparedMs, bareMs, blockedMs }: PreparationCost,
  goals: typeof GOALS,
): Line[] {
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

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
