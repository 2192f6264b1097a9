import { expect, test } from "#e2e/support/app-test";
import { REAL_BROWSER } from "#e2e/support/data/real-browser";
import { postAsNewOwner } from "#e2e/support/owner-request";
import { countedVisits, makeVisitedPage } from "#e2e/support/data/visited-page";

test("a view is counted at once, and an offline click when the network returns", async ({
  server,
  request,
  browser,
}) => {
  await makeVisitedPage(request, server);
  const counted = () => countedVisits(request);

  const context = await browser.newContext({ baseURL: server.address, userAgent: REAL_BROWSER });
  const page = await context.newPage();
  await page.goto("/Mira");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(counted).toEqual({ views: 1, clicks: 0 });
  await expect(page.getByRole("link", { name: "Edit Profile" })).toBeHidden();

  await context.setOffline(true);
  await page.reload();
  const beacon = page.waitForRequest(/analytics\/track/);
  await page.getByRole("link", { name: "Notes" }).click();
  await beacon;
  expect(await counted()).toEqual({ views: 1, clicks: 0 });
  await context.setOffline(false);
  await page.reload();
  await expect.poll(counted).toEqual({ views: 1, clicks: 1 });
  await context.close();

  const withoutScript = await browser.newContext({
    baseURL: server.address,
    userAgent: `${REAL_BROWSER} Two`,
    javaScriptEnabled: false,
  });
  const plain = await withoutScript.newPage();
  await plain.goto("/Mira");
  await plain.getByRole("link", { name: "Notes" }).click();
  await expect.poll(counted).toEqual({ views: 1, clicks: 2 });
  await withoutScript.close();

  const withScript = await browser.newContext({
    baseURL: server.address,
    userAgent: `${REAL_BROWSER} Three`,
    serviceWorkers: "block",
  });
  const lively = await withScript.newPage();
  const words: string[] = [];
  lively.on(
    "requestfinished",
    (asked) =>
      void (
        asked.url().includes("/analytics/track") && words.push(asked.url().includes("?") ? "ping" : "beacon")
      ),
  );
  await lively.goto("/Mira");
  await expect.poll(counted).toEqual({ views: 2, clicks: 2 });
  await lively.getByRole("link", { name: "Notes" }).click({ button: "right" });
  await lively.getByRole("link", { name: "Notes" }).click();
  await expect.poll(() => words.toSorted()).toEqual(["beacon", "beacon", "ping"]);
  expect(await counted()).toEqual({ views: 2, clicks: 3 });
  await withScript.close();
});

test("a prerendered page counts when it becomes visible, and not before", async ({
  server,
  request,
  browser,
}) => {
  await postAsNewOwner(request, server, { username: "Mira" });
  const context = await browser.newContext({
    baseURL: server.address,
    userAgent: REAL_BROWSER,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(document, "prerendering", { configurable: true, get: () => true });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  });
  const tracked: string[] = [];
  page.on("request", (sent) => void (sent.url().includes("/analytics/track") && tracked.push(sent.url())));
  await page.goto("/Mira", { waitUntil: "load" });
  await page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "prerendering", { get: () => false });
    document.dispatchEvent(new Event("prerenderingchange"));
  });
  expect(tracked).toEqual([]);
  const sent = page.waitForRequest(/analytics\/track/);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => false });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await sent;
  const views = async () => (await countedVisits(request)).views;
  await expect.poll(views).toBe(1);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(tracked).toHaveLength(1);
  await context.close();
});
