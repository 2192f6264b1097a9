import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium, findHeadlessShell } from "./e2e/support/browsers/chromium.ts";
import { BOTH_SIZES, WHOLE_BROWSER } from "./e2e/support/tags.ts";

const start = (executablePath: string | undefined) => ({
  args: CHROMIUM_FLAGS,
  ...(executablePath === undefined ? {} : { executablePath }),
});
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const tagged = ({ tag }: { tag: string }) => new RegExp(tag);

/**
 * Each test starts its own built server (e2e/support/app-test.ts): `pnpm run build` first. A trace costs a
 * third of the time: `--trace on`.
 */
export default defineConfig({
  testDir: "e2e",
  // playwright.other-browsers.config.ts has them.
  testIgnore: "other-browsers/**",
  outputDir: "../test-results/browser",
  fullyParallel: true,
  /** The default is half of the cores; more than all slow each other down. */
  workers: availableParallelism(),
  forbidOnly: process.env["CI"] !== undefined,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "../test-results/browser.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: start(findHeadlessShell() ?? findChromium()),
    serviceWorkers: "allow",
    locale: "en-US",
    timezoneId: "UTC",
  },
  // The desktop runs only tests whose screen is laid out differently there.
  projects: [
    { name: "phone", grepInvert: tagged(WHOLE_BROWSER), use: PHONE },
    {
      name: "phone, whole browser",
      grep: tagged(WHOLE_BROWSER),
      use: { ...PHONE, launchOptions: start(findChromium()) },
    },
    {
      name: "desktop",
      grep: tagged(BOTH_SIZES),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
