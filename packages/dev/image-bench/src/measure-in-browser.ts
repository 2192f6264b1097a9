import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import type { Line } from "sync-server/bench/bench";
import { median } from "sync-server/bench/side-by-side";
import { brotliCompressSync, constants } from "node:zlib";
import { build, preview } from "vite";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "web/e2e/support/browsers/chromium";
import type { GOALS } from "./goals.ts";
import type { PreparationCost, RemovalCost } from "./in-browser/page.ts";
import { renderScene, sceneOf } from "./scene.ts";

const ROOT = fileURLToPath(new URL("in-browser", import.meta.url));
const [WIDTH, HEIGHT] = [4000, 3000];
const SCENE_SEED = 9001;

export type Cost = PreparationCost & RemovalCost & { firstUseBytes: number };

export async function measureInBrowser(times: number): Promise<Cost> {
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
  const { width, height, rgba } = await renderScene(sceneOf("busy", SCENE_SEED), SCENE_SEED);
  await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toFile(join(folder, "scene.jpg"));
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
    const preparation = await page.evaluate((times) => window.measurePreparation("/photo.jpg", times), times);
    const removal = await page.evaluate((times) => window.measureRemoval("/scene.jpg", times), times);
    return { ...preparation, ...removal, firstUseBytes: await firstUseBytes(join(folder, "assets")) };
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * The bytes of the runtime as the server compresses it (web/build/precompress.ts), and of the model as it is.
 */
async function firstUseBytes(folder: string): Promise<number> {
  const files = await readdir(folder);
  const sizes = files.map(async (file) => {
    const path = join(folder, file);
    if (file.endsWith(".onnx")) return (await stat(path)).size;
    if (!/^ort.*\.(?:wasm|js)$/.test(file)) return 0;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
    return brotliCompressSync(await readFile(path), { params }).byteLength;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export function costLines(cost: Cost, goals: typeof GOALS): Line[] {
  const [prepared, bare] = [median(cost.preparedMs), median(cost.bareMs)];
  const [first = Number.NaN, ...later] = cost.removalMs;
  const removal = median(later);
  return [
    {
      what: "a background removed at 1200 pixels, after the first",
      figure: `${Math.round(removal)} ms (the first: ${Math.round(first)} ms)`,
      goal: `<= ${goals.removalMs} ms`,
      isMet: removal <= goals.removalMs,
    },
    blockLine("longest block of the page during it", cost.blockedByRemovalMs, goals),
    {
      what: "what the first removal downloads",
      figure: `${(cost.firstUseBytes / 1e6).toFixed(2)} MB`,
      goal: `<= ${goals.firstUseBytes / 1e6} MB`,
      isMet: cost.firstUseBytes > 4e6 && cost.firstUseBytes <= goals.firstUseBytes,
    },
    {
      what: "a JPEG of 12 megapixels prepared, beside a bare decoding and encoding",
      figure: `${(prepared / bare).toFixed(2)} times (${Math.round(prepared)} ms, ${Math.round(bare)} ms)`,
      goal: `<= ${goals.preparationTimesBare} times`,
      isMet: prepared <= bare * goals.preparationTimesBare,
    },
    blockLine("longest block of the page during it", cost.blockedMs, goals),
  ];
}

const blockLine = (what: string, blockedMs: number, goals: typeof GOALS): Line => ({
  what,
  figure: blockedMs === 0 ? "< 50 ms" : `${Math.round(blockedMs)} ms`,
  goal: `<= ${goals.mainThreadBlockedMs} ms`,
  isMet: blockedMs <= goals.mainThreadBlockedMs,
});
