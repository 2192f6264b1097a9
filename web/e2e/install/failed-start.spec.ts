import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";

const ENTRY = /\/assets\/index-[\w-]+\.js$/;
const message = (page: Page) => page.getByRole("heading", { name: "Shelv couldn't start" });

test.use({ serviceWorkers: "block" });

test.beforeEach(({ consoleWatch }) => {
  consoleWatch.allow(/Failed to load resource/);
  consoleWatch.allow(/MIME type/);
});

for (const [kind, answer] of Object.entries({
  "an error of a gateway": { status: 502, body: "Bad gateway" },
  "a page of a gateway, with 200": {
    status: 200,
    contentType: "text/html",
    body: "<title>Back soon</title>",
  },
})) {
  test(`the app starts after its entry script was answered by ${kind}`, async ({ page }) => {
    await page.route(ENTRY, (route) => route.fulfill(answer), { times: 2 });
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Sign in or Sign up" })).toBeVisible();
    await expect(message(page)).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
}

test("a page says that its entry script is missing, and starts when it arrives", async ({ page }) => {
  let requests = 0;
  await page.route(ENTRY, (route) => {
    requests += 1;
    return route.fulfill({ status: 502, body: "Bad gateway" });
  });
  await page.goto("/login");
  await expect(message(page)).toBeVisible();
  expect(requests).toBe(3);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoAxeFindings(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.unroute(ENTRY);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Sign in or Sign up" })).toBeVisible();
  await expect(message(page)).toBeHidden();
});

test("a browser that cannot run the app's code shows a message", async ({ page, consoleWatch }) => {
  consoleWatch.allow(/./);
  await page.route(ENTRY, (route) =>
    route.fulfill({ status: 200, contentType: "text/javascript", body: "throw new Error('too old')" }),
  );
  await page.goto("/login");
  await expect(message(page)).toBeVisible();
});
