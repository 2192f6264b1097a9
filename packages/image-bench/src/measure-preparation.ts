import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { build, preview } from "vite";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "web/e2e/chromium";
import type { PreparationCost } from "./preparation/page.ts";

const ROOT = fileURLToPath(new URL("preparation", import.meta.url));
/** Twelve megapixels, with a camera's grain. */
const [WIDTH, HEIGHT] = [4000, 3000];

/** What it costs in Chromium to prepare a phone's photo, out of a built page. */
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
