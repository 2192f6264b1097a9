/** The app as a system is to install it, in a browser with a profile: only there Chromium says what it makes of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { expect, test as base } from "./app-test.ts";
import { CHROMIUM_FLAGS, findChromium } from "./chromium.ts";
import { signUp } from "./sign-up.ts";

const test = base.extend<{ installing: Page }>({
  installing: async ({ baseURL, viewport, isMobile, hasTouch, consoleWatch }, use) => {
    const profile = await mkdtemp(join(tmpdir(), "shelv-install-"));
    const executablePath = findChromium();
    const context = await chromium.launchPersistentContext(profile, {
      args: CHROMIUM_FLAGS, baseURL: baseURL ?? "", viewport, isMobile, hasTouch, ...(executablePath === undefined ? {} : { executablePath }),
    });
    consoleWatch.watch(context);
    await use(context.pages()[0] ?? (await context.newPage()));
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  },
});

test("the browser finds nothing that stands in the way of installing, and nothing odd in the manifest", async ({ installing: page, server, consoleWatch }) => {
  await page.goto("/login");
  const client = await page.context().newCDPSession(page);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const { url, errors } = await client.send("Page.getAppManifest");
  expect([url, errors]).toEqual([`${server.address}/manifest.webmanifest`, []]);

  // The system's shortcut knows no name. Going on cuts off whatever the browser was fetching for the first address.
  consoleWatch.allow(/icon from the Manifest.*\/me\)$/);
  await signUp(page, server, { username: "Ines" });
  await page.goto("/me");
  await page.waitForURL((at) => at.pathname === "/Ines");
});
