import type { Page } from "@playwright/test";
import { BOTH_SIZES } from "#e2e/support/tags";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { cachedPaths } from "#e2e/support/page/cached-app";

const NETWORK_GONE = [/net::ERR_/, /Failed to fetch/];
const OWN_SCRIPT = /\/assets\/landing-.*\.js$/;

const field = (page: Page) => page.getByRole("textbox", { name: "Choose your username" });
const untilEnlivened = (page: Page) =>
  expect(async () => {
    await field(page).fill("abc");
    await expect(page.locator(".hero .plate-name")).toHaveText("abc", { timeout: 500 });
    await field(page).fill("");
  }).toPass();

test(
  "without script the page is complete, and the claim leads to sign-up",
  BOTH_SIZES,
  async ({ browser, baseURL, viewport }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", viewport, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1, name: "Put what you love on a shelf" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Dashboard" })).toBeHidden();
    await expect(page.getByText("Bud vase, sea glaze")).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Made for what you care about" }).getByRole("heading", { level: 3 }),
    ).toHaveCount(6);
    await expect(
      page.getByRole("region", { name: "On the wall in three steps" }).getByRole("listitem"),
    ).toHaveCount(3);
    for (const plan of ["Free", "Pro Popular", "Premium"])
      await expect(page.getByRole("region", { name: plan, exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start Premium trial" })).toHaveAttribute(
      "href",
      "/login?plan=premium",
    );
    await field(page).fill("ada");
    await page.getByRole("button", { name: "Claim your Shelv" }).click();
    await page.waitForURL("**/login?username=ada");

    const lost = await page.goto("/nothing/here");
    expect(lost?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "No Shelv found here" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await context.close();
  },
);

test("the claim box shows a name's state, and passes it on with the plan", async ({ page, consoleWatch }) => {
  consoleWatch.allow(...NETWORK_GONE);
  await page.goto("/");
  await untilEnlivened(page);
  await field(page).fill("da");
  await expect(page.getByText("Free to start.")).toBeVisible();
  await field(page).fill("dashboard");
  await expect(page.getByText("dashboard is not available")).toBeVisible();
  await field(page).fill("a b c");
  await expect(
    page.getByText("Username can only contain letters, numbers, underscores and hyphens"),
  ).toBeVisible();
  await field(page).fill(" ada ");
  await expect(page.getByText("ada is yours to take")).toBeVisible();
  await expect(
    page
      .getByRole("link", { name: "Start Premium trial", includeHidden: true })
      .and(page.locator(".for-visitors")),
  ).toHaveAttribute("href", "/login?username=ada&plan=premium");

  await page.context().setOffline(true);
  await expect(page.getByText("You're offline. Some features may be limited.")).toBeVisible();
  await field(page).fill("adalovelace");
  await expect(page.getByText("You're offline. We'll check when you're back.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You're offline. Some features may be limited.")).toBeHidden();
  await expect(page.getByText("adalovelace is yours to take")).toBeVisible();

  await field(page).fill(" ada ");
  await field(page).press("Enter");
  await page.waitForURL("**/login?username=ada");
  await expect(page.getByRole("heading", { name: "Sign up for free" })).toBeVisible();
});

test(
  'every "Get started" leads back to the name; plans are tabs on a phone and side by side on wide screens',
  BOTH_SIZES,
  async ({ page, isMobile }) => {
    await page.goto("/");
    await untilEnlivened(page);
    await page.getByRole("link", { name: "Pricing" }).first().click();
    const pricing = page.getByRole("heading", { name: "Start free, grow when you like" });
    await expect(pricing).toBeInViewport();
    // An estimated height may end a slow phone's smooth scrolling at a wrong place.
    const isLaidOut = (sections: Element[]) =>
      sections.every((section) => getComputedStyle(section).contentVisibility === "visible");
    expect(await page.locator(".section").evaluateAll(isLaidOut), "the height of each section is known").toBe(
      true,
    );

    const tab = (name: string) => page.getByRole("tab", { name, exact: true });
    const [free, pro, premium] = [tab("Free"), tab("Pro"), tab("Premium")];
    if (isMobile) {
      await expect(free).toHaveAttribute("aria-selected", "true");
      await free.evaluate((link) =>
        scrollBy({ top: link.getBoundingClientRect().top + 20 - innerHeight, behavior: "instant" }),
      );
      await free.press("ArrowRight");
      await expect(pro).toBeFocused();
      const name = (plan: string) => page.getByRole("tabpanel", { name: plan }).getByRole("heading");
      await expect(name("Pro")).toBeInViewport({ ratio: 1 });
      await expect(name("Free")).not.toBeInViewport();
      await pro.press("End");
      await expect(premium).toHaveAttribute("aria-selected", "true");
      await expect(page.locator("[role=tabpanel]:not([inert])")).toHaveAccessibleName("Premium");
      await page.locator(".plans").evaluate((track) => track.scrollTo({ left: 0, behavior: "instant" }));
      await expect(free).toHaveAttribute("aria-selected", "true");
      await premium.click();
    } else {
      await expect(page.getByRole("tab")).toHaveCount(0);
      for (const plan of ["Free", "Pro Popular", "Premium"])
        await expect(page.getByRole("region", { name: plan, exact: true })).toBeVisible();
    }

    // During smooth scrolling a press is released beside its target.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page
      .getByRole("region", { name: "There is room for your things" })
      .getByRole("link", { name: "Get started" })
      .click();
    await expect(field(page)).toBeFocused();
    await expect(page.locator("[data-highlighted]")).toBeVisible();
    await expect(field(page)).toBeInViewport();
    await expect(page.locator("[data-highlighted]")).toHaveCount(0);

    await page.getByRole("link", { name: "Start Premium trial" }).click();
    await page.waitForURL("**/login?plan=premium");
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("shelv-wanted-plan"))).toBe("premium");
  },
);

test("the owner's bar appears before any script, without a name to claim, and follows a sign-out elsewhere", async ({
  page,
  context,
  consoleWatch,
}) => {
  consoleWatch.allow(/net::ERR_FAILED/);
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("shelv-username", "ada"));
  await page.route(OWN_SCRIPT, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("link", { name: "My Shelves" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Start Pro trial" })).toHaveAttribute(
    "href",
    "/account?tab=settings",
  );
  const open = page.getByRole("link", { name: "Open your shelf" });
  await expect(open, "in the hero and at the end").toHaveCount(2);
  await expect(open.first()).toHaveAttribute("href", "/shelves");
  await expect(field(page)).toBeHidden();
  await page.unroute(OWN_SCRIPT);
  await page.reload();
  const other = await context.newPage();
  await other.goto("/login");
  await other.evaluate(() => localStorage.removeItem("shelv-username"));
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(field(page)).toBeVisible();
  await expect(open).toHaveCount(0);
});

test("with text twice as large nothing overflows and no word breaks, for visitors and for owners", async ({
  page,
}) => {
  await page.goto("/");
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    for (const section of document.querySelectorAll<HTMLElement>(".section"))
      section.style.contentVisibility = "visible";
  });
  for (const isOwner of [false, true]) {
    await page.evaluate((owner) => document.documentElement.toggleAttribute("data-owner", owner), isOwner);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await brokenWords(page)).toEqual([]);
  }
});

/** Words of more than one line. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[\p{L}\p{N}']+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(word);
      }
    }
    return broken;
  });

test("after one visit it opens offline, without the editor, other hosts or shifts", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  const elsewhere: string[] = [];
  page.on(
    "request",
    (request) => void (new URL(request.url()).origin === server.address || elsewhere.push(request.url())),
  );
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { moved: string[] };
    type Shift = { sources: { node: Node | null }[] };
    seen.moved = [];
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as Shift[])
        seen.moved.push(...sources.map(({ node }) => node?.textContent ?? ""));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/");
  await expect.poll(() => cachedPaths(page)).toContain("/landing.html");
  expect((await cachedPaths(page)).filter((path) => path.endsWith(".js"))).toEqual([
    expect.stringMatching(OWN_SCRIPT),
  ]);
  expect(elsewhere).toEqual([]);
  expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([]);
  const typefaces = [".landing", ".claim-input", ".claim-button"].map((part) =>
    page.locator(part).evaluate((element) => getComputedStyle(element).fontFamily),
  );
  expect(new Set(await Promise.all(typefaces)).size, "one typeface").toBe(1);

  await server.stop();
  await page.goto("/");
  await untilEnlivened(page);
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.images]
          .filter((image) => image.loading !== "lazy")
          .every((image) => image.naturalWidth > 0),
      ),
    )
    .toBe(true);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `axe finds nothing in ${colorScheme}, and nothing overflows at 320 pixels`,
    BOTH_SIZES,
    async ({ page, consoleWatch }) => {
      consoleWatch.allow(/404/);
      await page.emulateMedia({ colorScheme });
      await page.goto("/");
      await untilEnlivened(page);
      await expectNoAxeFindings(page);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.goto("/nothing/here");
      await expectNoAxeFindings(page);
    },
  );
}

for (const width of [280, 320]) {
  test(`the bar's links are in one row at ${width} pixels, for visitors and for owners`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.goto("/");
    for (const isOwner of [false, true]) {
      await page.evaluate((owner) => document.documentElement.toggleAttribute("data-owner", owner), isOwner);
      const links = await page
        .getByRole("banner")
        .getByRole("link")
        .locator("visible=true")
        .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON() as DOMRect));
      expect(links).toHaveLength(4);
      for (const { left, right } of links) expect([left >= 0, right <= width]).toEqual([true, true]);
      expect(
        Math.max(...links.map(({ top }) => top)) - Math.min(...links.map(({ top }) => top)),
      ).toBeLessThan(8);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}
