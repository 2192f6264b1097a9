import { type Locator, type Page, request } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, onlineTest, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { postAs, postForId } from "#e2e/support/owner-request";
import { storedViews } from "#e2e/support/page/stored-views";
import type { TestServer } from "#e2e/support/server";
import { signUp } from "#e2e/support/steps/sign-up";

test.use({ serverEnv: { PLAN_LIMITS: "off" } });

const INSTAGRAM =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0.0.0";
const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;

const total = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });

async function visit(server: TestServer, userAgent: string, event: object): Promise<void> {
  const visitor = await request.newContext({ userAgent });
  const data = { username: "vera", ...event };
  expect((await visitor.post(`${server.address}/api/analytics/track`, { data })).status()).toBe(204);
  await visitor.dispose();
}

async function makeVisits(page: Page, server: TestServer): Promise<string> {
  await signUp(page, server, { username: "vera" });
  const post = postAs(page.request, server.address);
  const shelfId = await postForId(post, "/api/shelves", { data: { name: "Kitchen" } });
  const addItem = (title: string) =>
    postForId(post, `/api/shelves/${shelfId}/items`, { multipart: { title, url: "https://example.com/" } });
  const itemId = await addItem("Bud vase");
  await addItem("Coffee mug");
  await visit(server, INSTAGRAM, { eventType: "view", referrer: "https://l.instagram.com/" });
  await visit(server, INSTAGRAM, { eventType: "click", itemId });
  for (const version of [138, 139, 140])
    await visit(server, firefox(version), { eventType: "view", utm: { campaign: "autumn" } });
  return itemId;
}

onlineTest(
  "stats show where visits come from; a value filters everything, and Back returns",
  async ({ page, server }) => {
    test.slow();
    const itemId = await makeVisits(page, server);
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "All stats" }).click();
    await expect(total(page, "Views")).toContainText("4");
    await expect(total(page, "Visitors")).toContainText("4");
    await expect(page.getByRole("region", { name: "Campaigns" })).toContainText("autumn");
    await expectNoAxeFindings(page);

    await test.step("from Instagram", async () => {
      await page.getByRole("region", { name: "Sources" }).getByRole("link", { name: "Instagram" }).click();
      await expect(page).toHaveURL(/\?by=referrer&value=Instagram$/);
      await expect(total(page, "Views")).toContainText("1");
      await expect(page.getByText("Showing only visits from Instagram")).toBeVisible();
      await expect(page.getByRole("region", { name: "Devices" })).toContainText("Phone");
      await expect(page.getByRole("region", { name: "Devices" })).not.toContainText("Desktop");
      await expectNoAxeFindings(page);
      await page.goBack();
      await expect(total(page, "Views")).toContainText("4");
      await page.goForward();
      await page.getByRole("link", { name: "Show all visits, not only from Instagram" }).click();
      await expect(page).toHaveURL(/\/dashboard\/stats$/);
    });

    await test.step("the keyboard reads the chart, day by day", async () => {
      const chart = page.getByRole("slider", { name: "Visits by day" });
      await chart.focus();
      await page.keyboard.press("End");
      await expect(chart).toHaveAttribute("aria-valuetext", /: 4 views, 4 visitors, 1 click$/);
      await page.keyboard.press("ArrowLeft");
      await expect(chart).toHaveAttribute("aria-valuetext", /: 0 views, 0 visitors, 0 clicks$/);
      await expect(page.getByRole("table", { name: "Visits by day" }).getByRole("row")).toHaveCount(31);
    });

    await test.step("chosen days, compared, exported", async () => {
      const compare = page.getByRole("button", { name: "Compare with the period before" });
      await expect(compare, "the page is younger than the days before").toHaveCount(0);
      await expect(total(page, "Views")).toHaveText("Views4");
      await page.getByRole("button", { name: "Custom" }).click();
      await page.getByLabel("From", { exact: true }).fill("2020-01-01");
      await page.getByLabel("To", { exact: true }).fill("2020-02-01");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await expect(page.getByText("Stats go back two years")).toBeVisible();
      const today = new Date().toISOString().slice(0, 10);
      const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
      await visit(server, firefox(137), { eventType: "view", at: yesterday });
      await page.getByLabel("From", { exact: true }).fill(today);
      await page.getByLabel("To", { exact: true }).fill(today);
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`));
      await expect(total(page, "Clicks"), "a rise from nothing has no percentage").toContainText("1New");
      await expect(page.getByText(/, compared with /)).toBeVisible();
      await compare.click();
      await expect(page.getByRole("columnheader", { name: "Views, the period before" })).toBeAttached();
      await expect(page.getByText(/^\w+ \d+.*, the period before$/), "the legend").toBeVisible();
      const points = page
        .locator("div", { has: page.getByRole("slider") })
        .last()
        .locator("circle");
      await expect(points, "three counts of this day, and of the day before").toHaveCount(6);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.setViewportSize({ width: 320, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.evaluate(() => scrollTo(0, 0));
      await expectNoAxeFindings(page);
      const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
      const file = page.getByRole("button", { name: "Export CSV" });
      const figures = page.getByRole("region", { name: "Total of these days" });
      expect(await topOf(file), "the figures come first").toBeGreaterThan(await topOf(figures));
      const downloaded = page.waitForEvent("download");
      await file.click();
      const chunks: Buffer[] = [];
      for await (const chunk of await (await downloaded).createReadStream()) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).toString()).toMatch(/date,by,value,views,clicks,visitors/);
    });

    await test.step("an item has a page of its own, and its counts start again, until that is undone", async () => {
      await page.goto("/items");
      await page.getByRole("button", { name: "More for Bud vase" }).click();
      await page.getByRole("menuitem", { name: "Stats" }).click();
      await expect(page).toHaveURL(new RegExp(`/stats/${itemId}$`));
      const clicks = page.getByRole("region", { name: "Total of these days" });
      await expect(clicks).toContainText("1");
      await expectNoAxeFindings(page);
      await page.getByRole("button", { name: "Reset counts" }).click();
      await expect(page.getByRole("heading", { name: "No clicks in these days" })).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(clicks).toContainText("1");
    });
  },
);

onlineTest("the stats are never older than the dashboard", async ({ page, server }) => {
  await makeVisits(page, server);
  await page.goto("/dashboard/stats?days=7");
  await expect(total(page, "Views")).toContainText("4");
  await visit(server, firefox(141), { eventType: "view" });
  await page.goto("/dashboard");
  await expect(page.getByText("5 people came today; most opened: Bud vase.")).toBeVisible();
  await page.getByRole("link", { name: "All stats" }).click();
  await expect(total(page, "Views")).toContainText("5");
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/days=7/);
  await expect(total(page, "Views")).toContainText("5");
});

test("offline, the last figures show with their age, and days that this device lacks say so", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  await makeVisits(page, server);
  await page.goto("/dashboard/stats");
  await expect(total(page, "Views")).toContainText("4");
  await untilAppCached(page);
  await expect
    .poll(() => storedViews(page), { timeout: 20_000 })
    .toEqual(expect.arrayContaining([expect.stringContaining("[7,"), expect.stringContaining("[90,")]));
  await page.context().setOffline(true);
  await page.reload();
  await expect(total(page, "Views")).toContainText("4");
  await expect(page.getByText(/Updated (just now|\d+ minutes? ago)$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Export CSV/ })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(page).toHaveURL(/days=90/);
  await expect(total(page, "Views")).toContainText("4");
  await expectNoAxeFindings(page);
  await page.getByRole("button", { name: "Custom" }).click();
  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("Stats need a connection.")).toBeVisible();
  await page.goBack();
  await expect(total(page, "Views")).toContainText("4");
});
