import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, NETWORK_GONE, test } from "#e2e/support/app-test";
import { holdRequests } from "#e2e/support/network/hold-requests";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { OwnedChromium } from "#e2e/support/browsers/owned-chromium";
import { Proxy } from "#e2e/support/network/proxy";
import { seeded } from "#e2e/support/data/seeded";
import { openNavigation } from "#e2e/support/steps/navigation-steps";
import {
  askToDelete,
  deleteHere,
  makeShelf,
  shelfNames,
  storedNames,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { MAIN } from "#e2e/support/tags";

const SERVER_GONE = [...NETWORK_GONE, /50[0-9]/];
const BROWSER_KILLS = Number(process.env["BROWSER_KILLS"] ?? 6);
const SERVER_KILLS = Number(process.env["SERVER_KILLS"] ?? 5);
const SEED = Number(process.env["CRASH_SEED"] ?? 4);

test.use({ serverEnv: { PLAN_LIMITS: "off" } });

test(
  `a confirmed change survives a killed browser, at ${BROWSER_KILLS} moments`,
  MAIN,
  async ({ server }) => {
    test.setTimeout(60_000 + BROWSER_KILLS * 15_000);
    const random = seeded(SEED);
    const profile = await mkdtemp(join(tmpdir(), "shelv-killed-"));
    let browser = await OwnedChromium.open(profile);
    const owner = await signUp(browser.page, server, { username: "kim" }, server.address);
    await untilAppCached(browser.page);
    await server.kill();

    const made: string[] = [];
    for (let time = 1; time <= BROWSER_KILLS; time += 1) {
      made.push(`Made before crash ${time}`);
      await makeShelf(browser.page, made.at(-1) ?? "");
      await wait(random() * 60);
      await browser.kill();
      browser = await OwnedChromium.open(profile);
      await browser.page.goto(`${server.address}/shelves`);
      await expect.poll(() => shelfNames(browser.page), `after crash ${time}, seed ${SEED}`).toEqual(made);
    }
    // Chromium writes cookies every half minute: without a stored session the owner signs in again.
    await server.restart();
    await signIn(browser.page, server, owner, server.address);
    await expect(syncState(browser.page)).toHaveText("Saved everywhere", { timeout: 60_000 });
    expect(await storedNames(browser.page, server)).toEqual(made.toSorted());
    await browser.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
);

test(`${SERVER_KILLS} kills of the server during a push lose and double nothing`, async ({
  page,
  server,
  consoleWatch,
}) => {
  test.setTimeout(60_000 + SERVER_KILLS * 30_000);
  consoleWatch.allow(...SERVER_GONE);
  const random = seeded(SEED);
  const proxy = await Proxy.before(server);
  await signUp(page, server, { username: "kai" }, proxy.address);
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const made: string[] = [];
  for (let time = 1; time <= SERVER_KILLS; time += 1) {
    let isHeld = true;
    let killed: Promise<void> | undefined;
    proxy.intercept = ({ url }, response) => {
      if (url !== "/api/sync") return false;
      if (isHeld) response.destroy();
      else killed ??= wait(random() * 25).then(() => server.kill());
      return isHeld;
    };
    for (const name of [`${time} a`, `${time} b`, `${time} c`]) {
      made.push(name);
      await makeShelf(page, name);
    }
    isHeld = false;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => killed !== undefined).toBe(true);
    await killed;
    proxy.intercept = () => false;
    await server.restart();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(syncState(page), `after kill ${time}, seed ${SEED}`).toHaveText("Saved everywhere", {
      timeout: 30_000,
    });
    expect(await storedNames(page, server)).toEqual(made.toSorted());
  }
  await proxy.close();
});

test("a reload during a long push sends every change once, though request or answer is lost", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...SERVER_GONE);
  const proxy = await Proxy.before(server);
  await signUp(page, server, { username: "rio" }, proxy.address);
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const made: string[] = [];
  for (const lost of ["request", "answer"]) {
    let isUnderWay = false;
    proxy.intercept = async (request) => {
      if (request.url !== "/api/sync") return false;
      if (lost === "answer") {
        const body = Buffer.concat((await request.toArray()) as Buffer[]);
        await fetch(`${server.address}/api/sync`, {
          method: "POST",
          headers: forwardable(request.headers),
          body,
        });
      }
      isUnderWay = true;
      return true;
    };
    for (const name of [`${lost} a`, `${lost} b`]) {
      made.push(name);
      await makeShelf(page, name);
    }
    await expect.poll(() => isUnderWay).toBe(true);
    proxy.intercept = () => false;
    await page.reload();
    await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 90_000 });
    expect((await shelfNames(page)).toSorted()).toEqual(made.toSorted());
    expect(await storedNames(page, server)).toEqual(made.toSorted());
  }
  await proxy.close();
});

/** Node's fetch sets these itself, and rejects them from its caller. */
const forwardable = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && /^(?:content-type|content-encoding|cookie|x-user)$/.test(name)
        ? [[name, value]]
        : [],
    ),
  );

test("an interrupted caching leaves no partial app, and the next visit caches the rest", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(...SERVER_GONE, /bad-precaching-response/);
  const proxy = await Proxy.before(server);
  const dropped: string[] = [];
  let isDropping = true;
  proxy.intercept = ({ url }, response) => {
    if (!isDropping || !url?.startsWith("/not-found.html")) return false;
    dropped.push(url);
    response.destroy();
    return true;
  };
  const laptop = await openDevice();
  const owner = await signUp(laptop, server, { username: "dora" });
  await makeShelf(laptop, "Books");
  await expect(syncState(laptop)).toHaveText("Saved everywhere");
  await page.goto(`${proxy.address}/dora`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  await signIn(page, server, owner, proxy.address);
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await expect.poll(() => dropped.length).toBeGreaterThan(0);

  await page.context().setOffline(true);
  await page.goto(`${proxy.address}/shelves`);
  await expect(page.getByRole("heading", { name: "You're offline." })).toBeVisible();

  isDropping = false;
  await page.context().setOffline(false);
  await expect(page.getByRole("article", { name: "Books" })).toBeVisible({ timeout: 20_000 });
  await untilAppCached(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("article", { name: "Books" })).toBeVisible();
  await proxy.close();
});

test.describe("on a device that caches no app", () => {
  test.use({ serviceWorkers: "block" });

  test("a missing part loads when the network returns, and the screen stays", async ({
    page,
    playwright,
    server,
    consoleWatch,
  }) => {
    consoleWatch.allow(...SERVER_GONE, /Unable to preload/);
    await signUp(page, server, { username: "elsa" });
    const visitor = await playwright.request.newContext({ userAgent: "Mozilla/5.0 (X11) Firefox/140.0" });
    const view = { username: "elsa", eventType: "view" };
    const tracked = await visitor.post(`${server.address}/api/analytics/track`, { data: view });
    expect(tracked.status()).toBe(204);
    await visitor.dispose();
    const isLate = /\/assets\/toasts-.*js/;
    const isScreen = /\/assets\/rejected-changes-screen-.*js/;
    for (const files of [isLate, isScreen]) await page.route(files, (route) => route.abort());
    await page.goto("/shelves");
    await makeShelf(page, "Old");
    await expect(syncState(page)).toHaveText("Saved everywhere");
    const deletion = page.getByRole("dialog").getByRole("button", { name: "Delete" });
    await askToDelete(page, "Old");
    await expect(deletion).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(deletion).toHaveCount(0);
    await page.context().setOffline(true);
    await makeShelf(page, "Made in the tunnel");
    await askToDelete(page, "Old");
    await deletion.click();
    await expect(page.getByRole("article", { name: "Old" })).toHaveCount(0);
    await expect(syncState(page)).toHaveText("Offline (2 waiting)");

    const isOnItsWay = () =>
      expect(page.getByRole("heading", { name: "This screen isn't here yet" })).toBeVisible();
    await page.getByRole("link", { name: "Account" }).click();
    await isOnItsWay();
    await page.getByRole("link", { name: "Shelves", exact: true }).click();
    await expect(page.getByRole("article", { name: "Made in the tunnel" })).toBeVisible();
    await page.getByRole("link", { name: "Account" }).click();
    await isOnItsWay();

    const releaseStyle = await holdRequests(page, /\/assets\/account-screen-.*css/);
    // The browser remembers the failed part until the app reloads the page.
    page.once("domcontentloaded", () => void page.unroute(isLate));
    const cameAfterAll = page.waitForResponse(isLate);
    await page.context().setOffline(false);
    await cameAfterAll;
    releaseStyle();
    await expect(page.getByLabel("Display name")).toBeVisible();
    await openNavigation(page);
    await page.getByRole("link", { name: "Shelv", exact: true }).click();
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll("link[rel=stylesheet]")].every(
            (link) => (link as HTMLLinkElement).sheet !== null,
          ),
        ),
      )
      .toBe(true);
    await deleteHere(page, "Made in the tunnel");
    await expect(page.getByText("Shelf deleted successfully", { exact: true })).toBeVisible();

    await page.evaluate(() => history.pushState(null, "", "/unsaved"));
    await isOnItsWay();
    await page.unroute(isScreen);
    await expect(page.getByText("Nothing waiting")).toBeVisible();

    const other = await page.context().newPage();
    await other.route(/\/assets\/series-chart-.*js/, (route) => route.abort());
    await other.goto("/dashboard");
    await expect(other.getByRole("region", { name: "Recent Activity" })).toBeVisible();
    await expect(other.getByText("This part isn't here yet")).toBeVisible();
    await expect(other.getByText("This part didn't load")).toBeVisible({ timeout: 20_000 });
    await expect(other.getByRole("table", { name: "Views and clicks of each day" })).toBeAttached();
    await expect(other.getByRole("region", { name: "Recent Activity" })).toBeVisible();
    await other.unroute(/\/assets\/series-chart-.*js/);
    await other.getByRole("button", { name: "Try again" }).click();
    await expect(other.getByRole("slider", { name: "Views and clicks, last 30 days" })).toBeVisible();

    await other.route(/\/assets\/shelf-form-.*js/, (route) => route.abort());
    await other.goto("/shelves?shelf=new");
    await expect(
      other.getByRole("dialog", { name: "Create New Shelf" }).getByText("This part isn't here yet"),
    ).toBeVisible();
  });
});
