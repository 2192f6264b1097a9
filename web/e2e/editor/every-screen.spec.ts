import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/app-test";
import { axeFindings } from "#e2e/support/axe";
import { EMPTY, PARTS, type Screen, SETUP, stopMotion, UNSAVED, WAY_IN } from "#e2e/support/every-screen";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { type Owner, seedLongWords, signInByCode, skipSetup, takeName } from "#e2e/support/data/long-words";
import type { TestServer } from "#e2e/support/server";

const NARROWEST = { width: 320, height: 1400 };
const WIDE = { width: 1280, height: 1400 };
const OF_COLORS = ["color-contrast", "link-in-text-block"];

// A worker would download the whole app during each test.
test.use({
  viewport: NARROWEST,
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  serviceWorkers: "block",
});

test.beforeEach(({ consoleWatch }) => {
  test.slow();
  consoleWatch.allow(/net::ERR_/, /Failed to fetch/);
});

test("axe finds nothing in sign-in and setup, and nothing scrolls sideways", async ({ page, server }) => {
  await signInByCode(page, server);
  await page.goto("/login?step=signed-in");
  await walk(page, WAY_IN);
  await takeName(page, server);
  await page.goto("/login?step=signed-in");
  await page.waitForURL("**/onboarding/goal-selection");
  await walk(page, SETUP);
});

test("axe finds nothing on empty screens, and nothing scrolls sideways", async ({ page, server }) => {
  await signInByCode(page, server);
  await takeName(page, server);
  await skipSetup(page, server);
  await page.goto("/login?step=signed-in&next=/shelves");
  await expect(page).toHaveTitle("My Shelv · Shelv");
  await walk(page, EMPTY);
});

for (const [part, screensOf] of Object.entries(PARTS)) {
  test(`axe finds nothing in ${part}, and nothing scrolls sideways`, async ({ page, server }) => {
    await walk(page, screensOf(await comeIn(page, server)));
  });
}

test.describe("with the app cached on the device", () => {
  test.use({ serviceWorkers: "allow" });

  test("axe finds nothing in the Rejected tray, and nothing scrolls sideways", async ({ page, server }) => {
    const owner = await comeIn(page, server);
    await untilAppCached(page);
    await walk(page, UNSAVED(owner));
  });
});

async function comeIn(page: Page, server: TestServer): Promise<Owner> {
  await signInByCode(page, server);
  await takeName(page, server);
  const owner = await seedLongWords(page, server);
  await page.goto("/login?step=signed-in&next=/shelves");
  await expect(page).toHaveTitle("My Shelv · Shelv");
  return owner;
}

async function walk(page: Page, screens: Screen[]): Promise<void> {
  await stopMotion(page);
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await screen.open(page);
      await look(page, screen);
      await closeDialogs(page);
      if (screen.leadsTo !== undefined) await page.waitForURL(`**${screen.leadsTo}`);
    });
  }
}

async function look(page: Page, { name, isDialog = false }: Screen): Promise<void> {
  const within = isDialog ? "[role=dialog]" : "html";
  const found: string[] = [];
  const note = async (where: string, rules?: string[]) => {
    found.push(
      ...(await axeFindings(page, { within, ...(rules ? { rules } : {}) })).map(
        (finding) => `${where}: ${finding}`,
      ),
    );
  };
  await note("320 light");
  found.push(...(await overhang(page)), ...(await cutLabels(page)));
  await turn(page, "dark");
  await note("320 dark", OF_COLORS);
  if (!isDialog) {
    await enlargeText(page, 2);
    found.push(
      ...[...(await overhang(page)), ...(await brokenTitles(page))].map((finding) => `at 200 %: ${finding}`),
    );
    await enlargeText(page, 1);
    await page.setViewportSize(WIDE);
    await note("1280 dark");
    found.push(...(await overhang(page)));
  }
  await turn(page, "light");
  if (!isDialog) {
    await note("1280 light", OF_COLORS);
    await page.setViewportSize(NARROWEST);
  }
  expect.soft(found, name).toEqual([]);
}

async function turn(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html.${theme}[data-theme=${theme}][data-mantine-color-scheme=${theme}]`).waitFor();
}

const enlargeText = (page: Page, times: number): Promise<void> =>
  page.evaluate(
    (size) => void (document.documentElement.style.fontSize = size),
    times === 1 ? "" : `${times * 100}%`,
  );

const overhang = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${clientWidth}: scrolls sideways, to ${scrollWidth}`] : [];
  });

const cutLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".mantine-Button-label")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent, clientWidth }) => `"${textContent}" is cut off at ${clientWidth}`),
  );

const brokenTitles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("h1")].flatMap((title) => {
      const letters = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode();
      return [...(letters?.textContent ?? "").matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
        const drawn = document.createRange();
        drawn.setStart(letters ?? title, index);
        drawn.setEnd(letters ?? title, index + word.length);
        return drawn.getClientRects().length > 1 ? [`"${word}" is broken in two`] : [];
      });
    }),
  );

async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole("dialog");
  for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
    await page.keyboard.press("Escape");
    await expect.poll(() => dialogs.count()).toBeLessThan(open);
  }
}
