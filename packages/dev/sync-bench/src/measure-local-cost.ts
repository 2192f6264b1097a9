import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { build, preview } from "vite";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "web/e2e/support/browsers/chromium";
import type { LocalCost } from "./local-mutation/page.ts";

const ROOT = fileURLToPath(new URL("local-mutation", import.meta.url));

/** Else Chromium's clock has a resolution of a tenth of a ms. */
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** In Chromium, with a built page and `stored` items: a mutation compared with a plain put. */
export async function measureLocalCost(stored: number, times: number): Promise<LocalCost> {
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
