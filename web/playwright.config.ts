import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium, findHeadlessShell } from "./e2e/support/browsers/chromium.ts";
import { ANY_SIZE, WHOLE_BROWSER } from "./e2e/support/tags.ts";

const start = (executablePath: string | undefined) => ({
  args: CHROMIUM_FLAGS,
  ...(executablePath === undefined ? {} : { executablePath }),
});
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const tagged = (...all: { tag: string }[]) => new RegExp(all.map(({ tag }) => tag).join("|"));

/** With their own command (playwright.other-browsers.config.ts). */
const OTHER_BROWSERS = [
  "firefox.spec.ts",
  "firefox-protected.spec.ts",
  "webkitgtk.spec.ts",
  "caddy.spec.ts",
  "swift.spec.ts",
];

/** All of their tests are independent of the screen's size (e2e/support/tags.ts). */
const ANY_SIZE_SPECS = [
  "account-data",
  "accounts",
  "background-model",
  "blocked-changes",
  "categories",
  "code-in-hand",
  "crashes",
  "credit",
  "cut-out",
  "deleted-elsewhere",
  "failed-start",
  "domains",
  "drafts",
  "every-screen",
  "first-shelf",
  "focus-in-sight",
  "foreign-answers",
  "install",
  "item-form",
  "late-store",
  "link-details",
  "leaving",
  "long-shelf",
  "new-version",
  "offline-start",
  "one-queue",
  "onboarding",
  "overwritten",
  "page-looks",
  "page-pictures",
  "plan-limits",
  "profile",
  "recently-deleted",
  "rows",
  "picture-files",
  "saved-page",
  "second-thoughts",
  "server",
  "share",
  "sign-out",
  "sign-out-hindered",
  "storage",
  "stored-attacks",
  "suspension",
  "tabs",
  "touch-up",
  "tray",
  "visits",
].map((name) => `${name}.spec.ts`);

/**
 * Each test starts its own built server (e2e/support/app-test.ts): `pnpm run build` first. A trace costs a
 * third of the time: `--trace on`.
 */
export default defineConfig({
  testDir: "e2e",
  testIgnore: OTHER_BROWSERS,
  outputDir: "../test-results/browser",
  fullyParallel: true,
  /**
   * One uses one and a half cores, and more than cores slow each other down; the default is half of the
   * cores.
   */
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
  projects: [
    { name: "phone", grepInvert: tagged(WHOLE_BROWSER), use: PHONE },
    {
      name: "phone, whole browser",
      grep: tagged(WHOLE_BROWSER),
      use: { ...PHONE, launchOptions: start(findChromium()) },
    },
    {
      name: "desktop",
      testIgnore: [...OTHER_BROWSERS, ...ANY_SIZE_SPECS],
      grepInvert: tagged(ANY_SIZE, WHOLE_BROWSER),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
