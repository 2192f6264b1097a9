import { defineConfig } from "@playwright/test";
import { findOtherBrowsers } from "./e2e/support/browsers/other-browsers.ts";

const executablePath = findOtherBrowsers()?.firefox;

const launched = executablePath === undefined ? {} : { executablePath };
const FIREFOX = {
  browserName: "firefox",
  channel: "moz-firefox",
  viewport: { width: 1280, height: 800 },
} as const;

/**
 * `npm run test:browsers`: what must also work in other engines and behind a deployment's reverse proxy.
 * Firefox is Debian's package.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results/other-browsers",
  fullyParallel: true,
  forbidOnly: process.env["CI"] !== undefined,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "../test-results/other-browsers.json" }]],
  use: { serviceWorkers: "allow", locale: "en-US", timezoneId: "UTC" },
  projects: [
    {
      name: "firefox",
      testMatch: "firefox.spec.ts",
      use: { ...FIREFOX, launchOptions: launched },
    },
    {
      name: "firefox-protected",
      testMatch: "firefox-protected.spec.ts",
      // As in Tor Browser, LibreWolf and Mullvad Browser.
      use: {
        ...FIREFOX,
        launchOptions: { ...launched, firefoxUserPrefs: { "privacy.resistFingerprinting": true } },
      },
    },
    { name: "webkitgtk", testMatch: "webkitgtk.spec.ts" },
    // They use no browser, but need packages that `npm test` does not install.
    { name: "caddy", testMatch: "caddy.spec.ts" },
    { name: "swift", testMatch: "swift.spec.ts" },
  ],
});
