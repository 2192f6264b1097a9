import type { Page } from "@playwright/test";
import { expect, NETWORK_GONE, test } from "#e2e/support/app-test";
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { isAppCached, cachedPaths, untilAppCached } from "#e2e/support/page/cached-app";
import { logout } from "#e2e/support/steps/navigation-steps";
import { Proxy } from "#e2e/support/network/proxy";
import {
  categoryForm,
  addItem,
  makeShelf,
  openShelf,
  PICTURE,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";

const SETUP_STEPS = [
  ["goal-selection", "What brings you here?"],
  ["trial-offer", "Try everything for 14 days"],
  ["pricing-selection", "Choose your plan"],
  ["template-selection", "Pick a look"],
  ["social-platforms", "Where else are you?"],
  ["profile-setup", "Introduce yourself"],
] as const;

const SCREENS: Record<string, (page: Page, shelf: string) => Promise<void>> = {
  "/": (page) => expect(page.getByRole("link", { name: "My Shelves" })).toBeVisible(),
  "/dashboard": async (page) => {
    const row = page.getByRole("row", { name: /Kitchen/ });
    await expect(row).toContainText(/Kitchen.*2.*–.*–.*–/s);
    const picture = row.locator('[class*="_thumbnail_"] img');
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(4);
  },
  "/dashboard/stats": (page) =>
    expect(page.getByText("This device has none for these days yet.")).toBeVisible(),
  "/shelves": (page) => expect(page.getByRole("article", { name: "Kitchen" })).toBeVisible(),
  "/shelves/ID": (page) =>
    expect(page.getByRole("region", { name: "Items" }).getByText("The mug")).toBeVisible(),
  "/shelves/ID?edit=shelf": (page) =>
    expect(page.getByRole("dialog", { name: "Edit shelf" }).getByLabel("Name")).toBeVisible(),
  "/shelves/ID?category=new": (page) => expect(categoryForm(page).getByLabel("Name")).toBeVisible(),
  "/shelves/ID?item=new": (page) =>
    expect(page.getByRole("dialog", { name: "Add New Item" }).getByLabel("URL")).toBeVisible(),
  "/shelves/ID/preview": (page) => expect(page.frameLocator("iframe").getByText("The mug")).toBeVisible(),
  "/items": (page) => expect(page.getByText("The mug")).toBeVisible(),
  "/items?item=new": (page) => expect(page.getByRole("dialog", { name: "Add New Item" })).toBeVisible(),
  "/shelves?shelf=new": (page) =>
    expect(page.getByRole("dialog", { name: "Create New Shelf" }).getByLabel("Name")).toBeVisible(),
  "/appearance": (page) => expect(page.frameLocator("iframe").getByText("The mug")).toBeVisible(),
  "/profile": (page) => expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible(),
  "/account": (page) => expect(page.getByRole("tab", { name: "Profile" })).toBeVisible(),
  "/unsaved": (page) => expect(page.getByRole("heading", { name: "Unsaved changes" })).toBeVisible(),
  "/share": (page) => expect(page.getByRole("heading", { name: "Nothing to add yet" })).toBeVisible(),
  ...Object.fromEntries(
    SETUP_STEPS.map(([step, heading]) => [
      `/onboarding/${step}`,
      (page: Page) => expect(page.getByRole("heading", { name: heading })).toBeVisible(),
    ]),
  ),
  "/login": (page) => expect(page.getByRole("heading", { name: "Sign in or Sign up" })).toBeVisible(),
  "/stranger": (page) => expect(page.getByRole("link", { name: "@nora" })).toBeVisible(),
  "/me": (page) => expect(page.frameLocator("iframe").getByText("The mug")).toBeVisible(),
};

type Shift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const described = ({ value, sources }: Shift) =>
          `${value}: ${sources.map(({ node, previousRect, currentRect }) => `${node?.nodeName} “${node?.textContent}” ${JSON.stringify([previousRect, currentRect])}`).join("; ")}`;
        new PerformanceObserver((list) => resolve((list.getEntries() as Shift[]).map(described))).observe({
          type: "layout-shift",
          buffered: true,
        });
        setTimeout(() => resolve([]), 100);
      }),
  );

test("each screen opens offline first, and signing out deletes copies of page and pictures", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  test.slow();
  consoleWatch.allow(...NETWORK_GONE, /503.*stranger/);
  await signUp(page, server, { username: "nora" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  const id = new URL(page.url()).pathname.split("/")[2] ?? "";
  await addItem(page, { title: "The mug", url: "https://example.com/mug", price: "€ 12", picture: PICTURE });
  await addItem(page, { title: "The pan", url: "https://example.com/pan" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await untilAppCached(page);
  await page.goto("/nora");
  await expect
    .poll(() => cachedPaths(page))
    .toEqual(expect.arrayContaining(["/nora", expect.stringMatching(/^\/media\//)]));

  for (const path of Object.values(SCREEN_PATHS))
    expect(
      Object.keys(SCREENS).some((known) => known === path || known.startsWith(`${path}/`)),
      path,
    ).toBe(true);
  await context.setOffline(true);
  for (const [path, isThere] of Object.entries(SCREENS)) {
    const cold = await context.newPage();
    if (path.includes("?")) await cold.setViewportSize({ width: 1280, height: 800 });
    await cold.goto(path.replace("ID", id));
    await isThere(cold, id);
    if ((await syncState(cold).count()) > 0) await expect(syncState(cold)).toHaveText(/^Offline/);
    expect.soft(await moved(cold), `${path}: layout shift`).toEqual([]);
    await cold.close();
  }
  await context.setOffline(false);

  await page.goto("/account?tab=settings");
  await expect(page.getByRole("region", { name: "This device" })).toContainText(
    /Shelv uses \d[\d.]* MB here/,
  );
  await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
  await logout(page);
  await page.waitForURL((url) => url.pathname === "/");
  await expect
    .poll(async () => (await cachedPaths(page)).filter((path) => /^\/(?:nora|media\/)/.test(path)))
    .toEqual([]);
});

test("what was shown before the worker was installed is available offline, with the font", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(
    /net::ERR_/,
    /EventSource/,
    /Failed to fetch/,
    /Blocked script execution in 'about:srcdoc'/,
  );
  const owner = await signUp(page, server, { username: "olga" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addItem(page, { title: "The mug", url: "https://example.com/mug", picture: PICTURE });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const shelf = new URL(page.url()).pathname;
  await untilAppCached(page);

  const laptop = await openDevice({ serviceWorkers: "allow" });
  await signIn(laptop, server, owner);
  await expect(laptop.getByRole("article", { name: "Kitchen" })).toBeVisible();
  await expect.poll(() => cachedPaths(laptop)).toContainEqual(expect.stringMatching(/^\/media\/\w{64}\//));
  await untilAppCached(laptop);
  await laptop.context().setOffline(true);
  await laptop.goto("/appearance");
  const preview = laptop.frameLocator("iframe");
  await expect
    .poll(() => preview.locator(".shelv-picture").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect
    .poll(() =>
      preview
        .locator(".shelv-page")
        .evaluate(
          ({ ownerDocument: { fonts } }) =>
            [...fonts].filter(({ family, status }) => family === "Inter" && status === "loaded").length,
        ),
    )
    .toBe(1);

  await page.context().setOffline(true);
  for (const path of [`${shelf}/preview`, "/appearance", "/olga"]) {
    await page.goto(path);
    const shown = page.frameLocator("iframe").locator(".shelv-picture");
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), path)
      .toBeGreaterThan(0);
  }
});

test("an interrupted caching of the app completes without a reload", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE, /bad-precaching-response/);
  const proxy = await Proxy.before(server);
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    proxy.intercept = ({ url = "" }, response) => {
      if (url.startsWith("/index.html")) isGone = true;
      if (!isGone) return false;
      response.destroy();
      resolve();
      return true;
    };
  });
  await page.goto(`${proxy.address}/login`);
  await gone;
  isGone = false;
  proxy.intercept = () => false;
  // The first event may come before the worker has noticed its failure.
  const comesBack = () => page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => comesBack().then(() => isAppCached(page)), { timeout: 30_000 }).toBe(true);
  await proxy.close();
});

test("a page that started without the worker is taken over by it", async ({ page, server }) => {
  await signUp(page, server, { username: "petra" });
  await untilAppCached(page);
  const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
  await expect.poll(controller).toBe("activated");
  // As with the shift key: past the worker.
  await (await page.context().newCDPSession(page)).send("Page.reload", { ignoreCache: true });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await expect.poll(controller).toBe("activated");
});
