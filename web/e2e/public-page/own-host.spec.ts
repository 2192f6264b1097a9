import type { Breakdown } from "@shelv/contract/analytics";
import { expect, test as base } from "#e2e/support/app-test";
import { freePort } from "#e2e/support/network/free-port";
import { REAL_BROWSER } from "#e2e/support/data/real-browser";
import { makeVisitedPage } from "#e2e/support/data/visited-page";

const PAGE_HOST = "pages.localhost";

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names from this pattern.
  serverEnv: async ({}, use) => {
    const port = String(await freePort());
    await use({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, PAGE_HOST, PLAN_LIMITS: "off" });
  },
});

test("a page on its own host counts where its visitors come from, and opens offline", async ({
  server,
  request,
  browser,
}) => {
  await makeVisitedPage(request, server);
  const counted = async () => {
    const { rows } = (await (
      await request.get("/api/analytics/breakdown?by=utm_source")
    ).json()) as Breakdown;
    return rows.map(({ value, views, clicks }) => [value, views, clicks]);
  };

  const ownHost = `http://mira.${PAGE_HOST}:${new URL(server.address).port}`;
  const context = await browser.newContext({ userAgent: REAL_BROWSER });
  const page = await context.newPage();
  await page.goto(`${ownHost}/?ref=Flyer`);
  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  expect(worker).toBe(`${ownHost}/page-worker.js`);
  await page.reload();
  await expect.poll(counted).toEqual([["flyer", 1, 0]]);

  await context.setOffline(true);
  await page.goto(`${ownHost}/`);
  await expect(page.getByRole("heading", { name: "From the kiln" })).toBeVisible();
  const beacon = page.waitForRequest(/analytics\/track/);
  await page.getByRole("link", { name: "Notes" }).click();
  await beacon;
  await context.setOffline(false);
  await page.goto(`${ownHost}/`);
  await expect.poll(counted).toEqual([["flyer", 1, 1]]);
  await context.close();
});
