import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Locator, type Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test as base } from "#e2e/support/app-test";
import { CHROMIUM_FLAGS, findChromium } from "#e2e/support/browsers/chromium";
import { signUp } from "#e2e/support/steps/sign-up";

const test = base.extend<{ installing: Page }>({
  installing: async ({ baseURL, viewport, isMobile, hasTouch, consoleWatch }, use) => {
    const profile = await mkdtemp(join(tmpdir(), "shelv-install-"));
    const executablePath = findChromium();
    const context = await chromium.launchPersistentContext(profile, {
      args: CHROMIUM_FLAGS,
      baseURL: baseURL ?? "",
      viewport,
      isMobile,
      hasTouch,
      ...(executablePath === undefined ? {} : { executablePath }),
    });
    consoleWatch.watch(context);
    await use(context.pages()[0] ?? (await context.newPage()));
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  },
});

test("the browser finds no problem in the manifest and no obstacle to installing", async ({
  installing: page,
  server,
  consoleWatch,
}) => {
  // A gateway that asks for a password refuses a manifest that is fetched without credentials.
  for (const path of ["/", "/login"]) {
    await page.goto(path);
    await expect(page.locator("link[rel=manifest]")).toHaveAttribute("crossorigin", "use-credentials");
  }
  const client = await page.context().newCDPSession(page);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const { url, errors } = await client.send("Page.getAppManifest");
  expect([url, errors]).toEqual([`${server.address}/manifest.webmanifest`, []]);

  // The shortcut contains no username. The navigation aborts the fetches for the first address.
  consoleWatch.allow(/icon from the Manifest.*\/(?:me|Ines)\)$/);
  await signUp(page, server, { username: "Ines" });
  await page.goto("/me");
  await page.waitForURL((at) => at.pathname === "/Ines");
});

const banner = (page: Page): Locator => page.getByRole("region", { name: "Install Shelv" });

const untilOffered = (page: Page) => page.waitForFunction(() => "isOffered" in globalThis);
const noteOffer = () =>
  addEventListener("beforeinstallprompt", () => Object.assign(globalThis, { isOffered: true }));

test("the install prompt becomes a banner, until a refusal or the installation", async ({
  installing: page,
}) => {
  await page.addInitScript(noteOffer);
  await page.goto("/login");
  await expect(banner(page).getByRole("button", { name: "Install" })).toBeVisible();
  await expectNoAxeFindings(page);
  await banner(page).getByRole("button", { name: "Not now" }).click();
  await expect(banner(page)).toBeHidden();
  await page.reload();
  await untilOffered(page);
  await expect(banner(page)).toBeHidden();

  const another = await page.context().newPage();
  await another.goto("/login");
  await expect(banner(another)).toBeVisible();
  await another.evaluate(() => dispatchEvent(new Event("appinstalled")));
  await expect(banner(another)).toBeHidden();
});

test("the banner covers nothing of a page, however low the window is", async ({
  installing: page,
  server,
}) => {
  await page.setViewportSize({ width: 780, height: 493 });
  await signUp(page, server, { username: "lou" });
  await expect(banner(page)).toBeVisible();
  await page.getByRole("button", { name: "New Shelf" }).click({ trial: true, timeout: 10_000 });
});

for (const answer of ["accepted", "dismissed", "not asked"]) {
  test(`Install asks the browser's question, and when it is ${answer} the banner disappears`, async ({
    installing: page,
  }) => {
    await page.addInitScript(answerInItsPlace, answer);
    await page.goto("/login");
    await banner(page).getByRole("button", { name: "Install" }).click();
    await expect(banner(page)).toBeHidden();
    expect(await page.evaluate(() => (globalThis as { questions?: number }).questions)).toBe(1);
  });
}

/** A system dialog outside the page, which a browser may refuse to show. */
const answerInItsPlace = (outcome: string) =>
  addEventListener("beforeinstallprompt", (event) => {
    const prompt = async () => {
      const world = globalThis as { questions?: number };
      world.questions = (world.questions ?? 0) + 1;
      if (outcome === "not asked") throw new DOMException("The prompt was used already", "InvalidStateError");
      return { outcome };
    };
    Object.assign(event, { prompt });
  });

test.describe("on an iPhone", () => {
  const IPHONE =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  test.use({ userAgent: `${IPHONE} Version/26.1 Mobile/15E148 Safari/604.1` });

  test("the banner explains manual steps, and how to leave another app's browser", async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.goto("/login");
    await expect(banner(page)).toContainText("To install Shelv, tap Share, then 'Add to Home Screen'.");
    const inApp = await browser.newContext({
      userAgent: `${IPHONE} Mobile/15E148 Instagram 400.0`,
      baseURL: baseURL ?? "",
    });
    const other = await inApp.newPage();
    await other.goto("/login");
    await expect(banner(other)).toContainText("Open this page in your browser");
    await other.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: true }));
    await other.reload();
    await expect(other.getByRole("heading", { name: "Sign in or Sign up" })).toBeVisible();
    await expect(banner(other)).toBeHidden();
    await inApp.close();
  });
});
