import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { REAL_BROWSER } from "#e2e/support/data/real-browser";
import { expect, test as base } from "#e2e/support/app-test";
import { cachedPaths, untilAppCached } from "#e2e/support/page/cached-app";
import { nextBuild } from "#e2e/support/network/next-build";
import { countedVisits, makeVisitedPage } from "#e2e/support/data/visited-page";
import { type Interception, Proxy } from "#e2e/support/network/proxy";
import {
  addItem,
  dismissToast,
  itemRow,
  makeShelf,
  openShelf,
  PICTURE,
  savedEverywhere,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const NOTICE = readFileSync(join(import.meta.dirname, "../support/data/notice.html"), "utf8");
const HEADING = "Somebody else answers here, with 200";
const REASON = "Something on your network is blocking Shelv";

type Meant = (request: { url: string; method: string }) => boolean;

const gateway =
  (isMeant: Meant = () => true, status = 200): Interception =>
  ({ url = "", method = "" }, response) => {
    if (!isMeant({ url, method })) return false;
    response.writeHead(status, { "Content-Type": "text/html" }).end(NOTICE);
    return true;
  };

const test = base.extend<{ between: Proxy }>({
  between: async ({ server, consoleWatch }, use) => {
    consoleWatch.allow(
      /MIME type/,
      /EventSource/,
      /net::ERR_/,
      /integrity/,
      /40[34]/,
      /Failed to (?:fetch|load)/,
      /bad-precaching-response/,
    );
    const between = await Proxy.before(server);
    await use(between);
    await between.close();
  },
});

const goOn = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));

const storedItems = async (page: Page, server: { address: string }) =>
  (await (await page.request.get(`${server.address}/api/items`)).json()) as {
    title: string;
    imageUrl: string | null;
  }[];

const cachedNotices = (page: Page) =>
  page.evaluate(async (heading) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys())
        if ((await (await cache.match(key))?.text())?.includes(heading))
          found.push(new URL(key.url).pathname);
    }
    return found;
  }, HEADING);

const updated = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const worker = registration?.installing;
    if (!worker) return "none";
    return new Promise<string>((resolve) =>
      worker.addEventListener("statechange", () => resolve(worker.state)),
    );
  });

test("a version that a gateway answers is not installed, and the next check finds the real one", async ({
  page,
  server,
  between,
}) => {
  test.slow();
  await signUp(page, server, { username: "nia" }, between.address);
  await makeShelf(page, "Books");
  await savedEverywhere(page);
  await untilAppCached(page);
  const next = nextBuild(server);
  const portal = gateway();
  between.intercept = (request, response) =>
    request.url === "/service-worker.js" ? next(request, response) : portal(request, response);
  expect(await updated(page)).toBe("redundant");
  expect(await cachedNotices(page)).toEqual([]);
  for (const path of ["/shelves", "/items", "/login"]) {
    await page.goto(between.address + path);
    await expect(page.getByText(HEADING)).toHaveCount(0);
  }
  await page.goto(`${between.address}/shelves`);
  await expect(page.getByRole("article", { name: "Books" })).toBeVisible();
  await expect(syncState(page)).toContainText(REASON);
  between.intercept = next;
  expect(await updated(page)).toBe("installed");
  await expect(page.getByText("A new version is ready")).toBeVisible({ timeout: 30_000 });
});

test("a file changed in transit is rejected despite the server's header", async ({
  page,
  server,
  between,
}) => {
  let asked = 0;
  const isScreen = (url = "") => /\/assets\/appearance-screen-[\w-]+\.js$/.test(url);
  between.intercept = async ({ url = "" }, response) => {
    if (!isScreen(url)) return false;
    asked += 1;
    const answer = await fetch(server.address + url);
    response
      .writeHead(200, { "Content-Type": "text/javascript", "X-Shelv": answer.headers.get("X-Shelv") ?? "" })
      .end(`${await answer.text()}\n// An advertisement`);
    return true;
  };
  await signUp(page, server, { username: "nia" }, between.address);
  await expect.poll(() => asked).toBeGreaterThan(1);
  between.intercept = () => false;
  expect((await cachedPaths(page)).filter(isScreen)).toEqual([]);
  await goOn(page);
  await untilAppCached(page);
  expect((await cachedPaths(page)).filter(isScreen)).toHaveLength(1);
});

test("a device that cached a notice as shell, file, page or picture recovers", async ({
  page,
  server,
  between,
}) => {
  test.slow();
  await signUp(page, server, { username: "nia" }, between.address);
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await addItem(page, { title: "Mug", url: "https://example.com/mug", picture: PICTURE });
  await savedEverywhere(page);
  await untilAppCached(page);
  await page.goto(`${between.address}/nia`);
  await expect(page.getByRole("link", { name: "Mug" })).toBeVisible();
  await expect
    .poll(() => cachedPaths(page))
    .toEqual(expect.arrayContaining(["/nia", expect.stringMatching(/^\/media\//)]));
  await page.evaluate(async (notice) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys())
        await cache.put(key, new Response(notice, { headers: { "Content-Type": "text/html" } }));
    }
  }, NOTICE);
  await page.goto(`${between.address}/shelves`);
  await expect(page.getByRole("article", { name: "Books" })).toBeVisible();
  await savedEverywhere(page);
  for (const path of ["/items", "/appearance", "/nia", "/"]) {
    await page.goto(between.address + path);
    await expect(page.getByText(HEADING)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto(`${between.address}/shelves`);
  await page.evaluate(async () => {
    const worker = await (await fetch("/service-worker.js")).text();
    await Promise.all([...worker.matchAll(/"url":"(assets\/[^"]+)"/g)].map(([, file]) => fetch(`/${file}`)));
  });
  const late = (await cachedPaths(page)).filter((path) => path?.startsWith("/assets/late/"));
  await page.evaluate((paths) => Promise.all(paths.map((path) => fetch(path))), late);
  await goOn(page);
  await untilAppCached(page);
  await expect
    .poll(async () =>
      (await cachedNotices(page)).filter((path) => path.startsWith("/assets/") || path === "/index.html"),
    )
    .toEqual([]);
});

test("while a gateway answers, also with 404, a saved page shows; a page that is not saved shows the gateway's answer", async ({
  page,
  openDevice,
  server,
  between,
}) => {
  await signUp(page, server, { username: "mira" }, between.address);
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await addItem(page, { title: "Mug", url: "https://example.com/mug", picture: PICTURE });
  await savedEverywhere(page);
  const visit = await openDevice({ serviceWorkers: "allow" });
  const saved = () => cachedPaths(visit);
  await visit.goto(`${between.address}/mira`);
  await expect.poll(saved).toEqual(expect.arrayContaining(["/mira", expect.stringMatching(/^\/media\//)]));
  for (const status of [200, 404]) {
    between.intercept = gateway(undefined, status);
    await visit.goto(`${between.address}/mira`);
    await expect(visit.getByRole("link", { name: "Mug" })).toBeVisible();
    await expect
      .poll(() =>
        visit
          .locator(".shelv-picture")
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      )
      .toBe(true);
  }
  expect(await saved()).toContain("/mira");
  expect(await cachedNotices(visit)).toEqual([]);
  await visit.goto(`${between.address}/somebody-else`);
  await expect(visit.getByRole("heading", { name: HEADING })).toBeVisible();
  between.intercept = () => false;
  await page.request.put(`${server.address}/api/user/settings`, {
    headers: { Origin: server.address },
    data: { publicProfile: false },
  });
  await visit.goto(`${between.address}/mira`);
  await expect.poll(saved).not.toContain("/mira");
});

test("a picture whose upload a gateway answered is pending until the server answers", async ({
  page,
  server,
  between,
}) => {
  await signUp(page, server, { username: "nia" }, between.address);
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await savedEverywhere(page);
  between.intercept = gateway(({ url }) => url.startsWith("/api/blobs/"));
  await addItem(page, { title: "Mug", url: "https://example.com/mug", picture: PICTURE });
  await expect.poll(async () => (await storedItems(page, server)).map(({ title }) => title)).toEqual(["Mug"]);
  await expect(syncState(page)).toHaveAttribute("data-phase", "saved-here");
  between.intercept = () => false;
  await goOn(page);
  await savedEverywhere(page);
  const stored = await storedItems(page, server);
  expect(stored.map(({ title, imageUrl }) => [title, imageUrl !== null])).toEqual([["Mug", true]]);
  await page.goto(`${between.address}/unsaved`);
  await expect(page.getByRole("heading", { name: "Nothing waiting" })).toBeVisible();
});

test("a picture with a forged answer of the server is uploaded again by itself", async ({
  page,
  server,
  between,
}) => {
  await signUp(page, server, { username: "nia" }, between.address);
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await savedEverywhere(page);
  between.intercept = ({ url = "", method }, response) => {
    if (!url.startsWith("/api/blobs/") || method !== "PUT") return false;
    response.writeHead(204, { "X-Shelv": "1" }).end();
    between.intercept = () => false;
    return true;
  };
  await addItem(page, { title: "Mug", url: "https://example.com/mug", picture: PICTURE });
  await savedEverywhere(page);
  await expect(itemRow(page, "Mug").locator("img")).toBeVisible();
  expect((await storedItems(page, server)).map(({ imageUrl }) => imageUrl !== null)).toEqual([true]);
});

test("a code that was not sent is not announced as sent", async ({ page, between }) => {
  await page.goto(`${between.address}/login`);
  between.intercept = gateway(({ url }) => url.startsWith("/api/"));
  await page.getByLabel("Email", { exact: true }).fill("nia@example.com");
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(page.getByText(`Failed to send verification code: ${REASON}`, { exact: true })).toBeVisible();
  await expect(page.getByText("We've sent a 6-digit code")).toHaveCount(0);
  await dismissToast(page);
  between.intercept = () => false;
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(page.getByLabel("Verification code")).toBeVisible();
});

test("a visit that a gateway answered is counted when the server answers", async ({
  browser,
  request,
  server,
  between,
}) => {
  await makeVisitedPage(request, server, between.address);
  const counted = () => countedVisits(request);
  const context = await browser.newContext({ userAgent: REAL_BROWSER });
  const page = await context.newPage();
  await page.goto(`${between.address}/Mira`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(counted).toEqual({ views: 1, clicks: 0 });
  between.intercept = gateway(({ url }) => url.startsWith("/api/"));
  const sent = page.waitForRequest(/analytics\/track/);
  await page.getByRole("link", { name: "Notes" }).click();
  await sent;
  expect(await counted()).toEqual({ views: 1, clicks: 0 });
  between.intercept = () => false;
  await page.goto(`${between.address}/Mira`);
  await expect.poll(counted).toEqual({ views: 1, clicks: 1 });
  await context.close();
});
