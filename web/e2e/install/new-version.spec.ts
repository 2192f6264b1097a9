import type { Page } from "@playwright/test";
import { expect, NETWORK_GONE, test } from "#e2e/support/app-test";
import { holdWorker } from "#e2e/support/network/hold-worker";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { nextBuild } from "#e2e/support/network/next-build";
import { Proxy } from "#e2e/support/network/proxy";
import {
  addButton,
  openMore,
  addItem,
  itemRow,
  makeShelf,
  openShelf,
  PICTURE,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { WHOLE_BROWSER } from "#e2e/support/tags";

test(
  "a new version waits for consent and for open forms, and loses no file and no change",
  WHOLE_BROWSER,
  async ({ page, context, server, consoleWatch }) => {
    test.slow();
    consoleWatch.allow(...NETWORK_GONE, /50[0-9]/, /404.*api\/blobs/);
    const proxy = await Proxy.before(server);
    await signUp(page, server, { username: "nia" }, proxy.address);
    await makeShelf(page, "Books");
    await openShelf(page, "Books");
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await untilAppCached(page);
    const next = nextBuild(server);
    proxy.intercept = (request, response) => {
      if (request.url !== "/api/sync") return next(request, response);
      response.destroy();
      return true;
    };
    await addItem(page, { title: "Atlas", url: "https://example.com/atlas" });
    await page.evaluate(() => caches.open(`workbox-precache-v1-${location.origin}/`));
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page.getByText("A new version is ready")).toBeVisible({ timeout: 30_000 });

    await addButton(page).click();
    const dialog = page.getByRole("dialog", { name: "Add New Item" });
    await openMore(dialog);
    await dialog.getByLabel("Title").fill("Being typed");
    const preparing = await context.newPage();
    await preparing.goto(`${proxy.address}/account`);
    const releaseWorker = await holdWorker(preparing);
    await preparing.getByLabel("Profile picture").locator("input[type=file]").setInputFiles(PICTURE);
    await expect(preparing.getByText("Preparing the picture")).toBeAttached();
    const other = await context.newPage();
    await other.goto(`${proxy.address}/shelves`);
    await activateUpdate(other, () => other.getByRole("button", { name: "Update now" }).click());
    await expect(other.getByRole("article", { name: "Books" })).toBeVisible();
    await expect(other.locator('script[src*="-next."]')).toHaveCount(1);
    await other.close();
    await expect(
      page.getByText("A new version is ready. It starts when you save or close your form"),
    ).toBeAttached();
    await test.step("nor while a photo is being prepared", async () => {
      const renewed = preparing.waitForEvent("load");
      await releaseWorker();
      await renewed;
      await expect(preparing.getByRole("region", { name: "Profile picture" }).locator("img")).toBeVisible();
      await preparing.close();
    });
    // Neither the server nor the HTTP cache has the old build's files.
    await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
    await dialog.getByLabel("Take or choose a photo").setInputFiles(PICTURE);
    await expect(dialog.getByRole("button", { name: "Remove picture" })).toBeVisible();
    await dialog.getByLabel("URL").fill("https://example.com/globe");
    await page.evaluate(() => {
      const go = history.go.bind(history);
      history.go = (by) => void setTimeout(go, 700, by);
    });
    const renewed = page.waitForEvent("load");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await renewed;
    expect(page.url()).not.toContain("item=");
    await expect
      .poll(() => cachedBuild(page))
      .toEqual({ caches: [`workbox-precache-v2-${proxy.address}/`], oldFiles: [] });
    await expect(itemRow(page, "Being typed").locator("img")).toBeVisible();
    await expect(itemRow(page, "Atlas")).toBeVisible();
    proxy.intercept = next;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
    const stored = (await (await page.request.get(`${server.address}/api/items`)).json()) as {
      title: string;
    }[];
    expect(stored.map(({ title }) => title).toSorted()).toEqual(["Atlas", "Being typed"]);
    await proxy.close();
  },
);

test(
  "a waiting version activates if the server does not name a newer one",
  WHOLE_BROWSER,
  async ({ page, server, consoleWatch }) => {
    test.slow();
    consoleWatch.allow(...NETWORK_GONE, /404/);
    const proxy = await Proxy.before(server);
    await signUp(page, server, { username: "nia" }, proxy.address);
    await untilAppCached(page);
    const next = nextBuild(server);
    proxy.intercept = next;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page.getByText("A new version is ready")).toBeVisible({ timeout: 30_000 });
    proxy.intercept = (request, response) => request.url === "/service-worker.js" || next(request, response);
    await activateUpdate(page, async () => {
      await page.getByRole("button", { name: "Update now" }).click();
      await expect(page.getByText("Updating…")).toBeVisible();
    });
    await expect(page.locator('script[src*="-next."]')).toHaveCount(1);
    await proxy.close();
  },
);

const cachedBuild = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes("precache"));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const files = requests
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => path.startsWith("/assets/"));
    return { caches: names, oldFiles: files.filter((path) => !path.includes("-next.")) };
  });

/**
 * Chromium stops the old worker first. If a page's request starts it again, Chromium waits until it is idle,
 * which may never happen with a debugger attached: so this stops it.
 */
async function activateUpdate(page: Page, askForIt: () => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const statusOf = new Map<string, string>();
  const ended = new Set<string>();
  client.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const { versionId, status, runningStatus } of versions) {
      statusOf.set(versionId, status);
      if (runningStatus === "stopping" || runningStatus === "stopped") ended.add(versionId);
      const isAgain = status === "activated" && runningStatus === "running" && ended.has(versionId);
      if (isAgain && [...statusOf.values()].includes("installed"))
        void client.send("ServiceWorker.stopWorker", { versionId }).catch(() => undefined);
    }
  });
  await client.send("ServiceWorker.enable");
  const loaded = page.waitForEvent("load");
  await askForIt();
  await loaded;
}
