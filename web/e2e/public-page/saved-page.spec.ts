import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, chromium, type Page } from "@playwright/test";
import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { CHROMIUM_FLAGS, findChromium } from "#e2e/support/browsers/chromium";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { cachedPaths } from "#e2e/support/page/cached-app";
import { postAsNewOwner, postForId } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";
import { PICTURE } from "#e2e/support/steps/shelf-steps";
import { MAIN } from "#e2e/support/tags";

async function makePage(request: APIRequestContext, server: TestServer): Promise<void> {
  const post = await postAsNewOwner(request, server, { username: "Mira", displayName: "Mira Lindqvist" });
  const shelf = { name: "From the kiln", description: "", emoji: "🏺" };
  const id = await postForId(post, "/api/shelves", { data: shelf });
  await post(`/api/shelves/${id}/items`, {
    multipart: { title: "Mug", url: "https://example.com/mug", price: "$34", image: PICTURE },
  });
  await post(`/api/shelves/${id}/items`, {
    multipart: { title: "Notes", url: "https://example.com/notes" },
  });
}

async function openBrowser(profile: string) {
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    args: CHROMIUM_FLAGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page };
}

const untilAppCached = (page: Page) =>
  expect
    .poll(() => cachedPaths(page))
    .toEqual(expect.arrayContaining(["/mira", expect.stringMatching(/^\/media\//)]));

const isPictureShown = (page: Page) =>
  page
    .locator(".shelv-picture")
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

const OURS = { "Content-Type": "text/html", [OWN_HEADER.name]: OWN_HEADER.value };

async function replaceServer(server: TestServer, listener: RequestListener) {
  await server.stop();
  const other = createServer(listener).listen(Number(new URL(server.address).port), "localhost");
  await once(other, "listening");
  return async () => {
    other.closeAllConnections();
    other.close();
    await once(other, "close");
  };
}

test(
  "a visited page opens offline after a restart, with pictures and without the editor",
  MAIN,
  async ({ server, request }) => {
    await makePage(request, server);
    const profile = await mkdtemp(join(tmpdir(), "shelv-visitor-"));
    const first = await openBrowser(profile);
    await first.page.goto(`${server.address}/mira`);
    expect(new URL(first.page.url()).pathname).toBe("/Mira");
    await untilAppCached(first.page);
    const cached = await cachedPaths(first.page);
    expect(cached.filter((path) => !/^\/(?:mira$|media\/)/.test(path))).toEqual([]);
    const shown = await first.page
      .locator(".shelv-picture")
      .evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname);
    expect(shown).toMatch(/\.avif$/);
    await expect.poll(() => cachedPaths(first.page)).toContain(shown);
    await first.context.close();

    await server.stop();
    const second = await openBrowser(profile);
    await second.page.goto(`${server.address}/Mira`);
    await expect(second.page.getByRole("heading", { name: "Mira Lindqvist" })).toBeVisible();
    await expect(second.page.getByRole("link", { name: "Mug" })).toHaveAttribute(
      "href",
      "https://example.com/mug",
    );
    await expect.poll(() => isPictureShown(second.page)).toBe(true);

    const edit = second.page.getByRole("link", { name: "Edit Profile" });
    for (const [signedIn, isTheirs] of [
      [null, false],
      ["noor", false],
      ["MIRA", true],
    ] as const) {
      await second.page.evaluate(
        (name) =>
          name === null
            ? localStorage.removeItem("shelv-username")
            : localStorage.setItem("shelv-username", name),
        signedIn,
      );
      await second.page.reload();
      await expect(edit).toBeVisible({ visible: isTheirs });
    }

    const otherTab = await second.context.newPage();
    await otherTab.goto(`${server.address}/Mira`);
    await otherTab.evaluate(() => localStorage.removeItem("shelv-username"));
    await expect(edit).toBeHidden();
    await otherTab.close();

    await second.page.goto(`${server.address}/somebody-else`);
    await expect(second.page.getByRole("heading", { name: "You're offline." })).toBeVisible();
    await second.page.getByRole("link", { name: "@mira" }).click();
    await expect(second.page.getByRole("heading", { name: "Mira Lindqvist" })).toBeVisible();
    await second.context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  },
);

test("after three seconds of a hanging network the saved page shows", async ({
  page,
  server,
  request,
  consoleWatch,
}) => {
  consoleWatch.allow(/net::ERR_/);
  await makePage(request, server);
  await page.goto("/Mira");
  await untilAppCached(page);
  const hanging: ServerResponse[] = [];
  const restore = await replaceServer(
    server,
    ({ url }, answer) => void (url === "/Mira" && hanging.push(answer)),
  );
  const started = Date.now();
  await page.goto("/Mira", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Mira Lindqvist" })).toBeVisible();
  expect(Date.now() - started).toBeGreaterThan(2500);
  expect(Date.now() - started).toBeLessThan(8000);
  hanging[0]?.writeHead(200, OURS).end("<h1>Came late</h1>");
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/mira"))?.text()))
    .toContain("Came late");
  await restore();
});

test("the newest thirty pages are cached, with at most 50 MB of pictures", async ({
  page,
  server,
  request,
}) => {
  await makePage(request, server);
  await page.goto("/Mira");
  await untilAppCached(page);
  await page.evaluate(async () => {
    const [pages, pictures] = [await caches.open("shelv-pages"), await caches.open("shelv-pictures")];
    for (const cache of [pages, pictures]) for (const key of await cache.keys()) await cache.delete(key);
    const megabyte = (count: number) => ({ headers: { "Content-Length": String(count * 1024 * 1024) } });
    for (let at = 1; at <= 30; at += 1) await pages.put(`/page-${at}`, new Response("<h1>Older</h1>"));
    for (let at = 1; at <= 10; at += 1)
      await pictures.put(
        `/media/${String(at).padStart(64, "0")}/640.webp`,
        new Response("picture", megabyte(4)),
      );
  });
  await page.goto("/Mira");
  await expect.poll(() => cachedPaths(page)).toContain("/mira");
  await expect.poll(() => cachedPaths(page)).not.toContain("/page-1");
  await expect
    .poll(async () => (await cachedPaths(page)).filter((path) => /\/0{62}\d\d\/640\.webp$/.test(path)))
    .toHaveLength(9);
  const cached = await cachedPaths(page);
  expect(cached.filter((path) => !path.startsWith("/media/"))).toEqual([
    ...Array.from({ length: 29 }, (_, at) => `/page-${at + 2}`),
    "/mira",
  ]);
  expect(cached).not.toContain(`/media/${"1".padStart(64, "0")}/640.webp`);
  const restore = await replaceServer(
    server,
    (_, answer) => void answer.writeHead(200, OURS).end(`<h1>Huge</h1>${" ".repeat(11 * 1024 * 1024)}`),
  );
  await page.goto("/huge");
  await expect(page.getByRole("heading", { name: "Huge" })).toBeVisible();
  await expect.poll(() => cachedPaths(page)).toContain("/page-30");
  await expect.poll(() => cachedPaths(page)).not.toContain("/huge");
  await restore();
});

test("a deleted or hidden page is shown as such, and its copy is deleted", async ({
  page,
  server,
  request,
  consoleWatch,
}) => {
  consoleWatch.allow(/404/, /503/);
  await makePage(request, server);
  await page.goto("/Mira");
  await untilAppCached(page);
  let next = { status: 200, heading: "Hidden", caching: "private, no-store" };
  const restore = await replaceServer(
    server,
    (_, answer) =>
      void answer
        .writeHead(next.status, { ...OURS, "Cache-Control": next.caching })
        .end(`<h1>${next.heading}</h1>`),
  );
  const visit = async () => {
    await page.goto("/Mira");
    await expect(page.getByRole("heading", { name: next.heading })).toBeVisible();
  };
  await visit();
  await expect.poll(() => cachedPaths(page)).not.toContain("/mira");
  next = { status: 200, heading: "Shown again", caching: "public, max-age=0" };
  await visit();
  await expect.poll(() => cachedPaths(page)).toContain("/mira");
  next = { status: 404, heading: "Gone", caching: "private, no-store" };
  await visit();
  await expect.poll(() => cachedPaths(page)).not.toContain("/mira");
  await restore();
});

test("a change is on the page at the next visit", async ({ page, server, request }) => {
  await makePage(request, server);
  await page.goto("/Mira");
  await untilAppCached(page);
  await request.post("/api/shelves", {
    headers: { Origin: server.address },
    data: { name: "On repeat", description: "", emoji: "" },
  });
  await page.goto("/Mira");
  await expect(page.getByRole("heading", { name: "On repeat" })).toBeVisible();
  await expect(page.getByText("No items in this shelf yet.")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on a page in ${colorScheme}, which never scrolls sideways at 320 pixels`, async ({
    page,
    server,
    request,
  }) => {
    await makePage(request, server);
    await page.emulateMedia({ colorScheme });
    await page.goto("/Mira");
    await expectNoAxeFindings(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}
