import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { postAsNewOwner, postForId, postShelf } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";

test.use({ serviceWorkers: "block" });

const LONG_TITLE = "A hand-painted Portuguese tile from the old town of Lisbon";
const OTHER_LONG_TITLE = "A tile from the new town, painted by machine and fired twice";
const DESCRIPTION = "Twelve of them make a picture.\nEach is a little different.";

async function openShop(request: APIRequestContext, server: TestServer) {
  const post = await postAsNewOwner(request, server, { username: "mira", displayName: "Mira" });
  const id = await postShelf(post, "Kiln", 37);
  const category = await postForId(post, `/api/shelves/${id}/categories`, { data: { name: "Tiles" } });
  for (const title of [LONG_TITLE, OTHER_LONG_TITLE, "Mug"])
    await post(`/api/shelves/${id}/items`, {
      multipart: {
        title,
        url: "https://example.com/tile",
        description: title === LONG_TITLE ? DESCRIPTION : "",
        categories: JSON.stringify(title === LONG_TITLE ? [category] : []),
      },
    });
  await postShelf(post, "Two", 2);
  await post("/api/complete-onboarding", { multipart: { goal: "creator" } });
  return id;
}

async function visit(browser: Browser, address: string, options: Parameters<Browser["newContext"]>[0]) {
  const context = await browser.newContext({
    baseURL: address,
    serviceWorkers: "block",
    hasTouch: false,
    isMobile: false,
    ...options,
  });
  const page = await context.newPage();
  await page.goto("/mira");
  return page;
}

const rowsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".shelv-row")].map((row) => {
      const { left, right } = row.getBoundingClientRect();
      const places = [...row.querySelectorAll(".shelv-place")].map((place) => place.getBoundingClientRect());
      const cut = places.find((place) => place.right > right);
      return {
        shownOfCut: cut ? (right - cut.left) / cut.width : null,
        offCentre: Math.abs((places[0]?.left ?? 0) - left - (right - (places.at(-1)?.right ?? 0))),
      };
    }),
  );

test("rows show what they hold: a cut-off item, arrows, all items, whole texts", async ({
  browser,
  request,
  server,
}) => {
  test.slow();
  const shelfId = await openShop(request, server);

  await test.step("at each width, half of an item shows at the end of a long row, and a short one is centred", async () => {
    const page = await visit(browser, server.address, {});
    for (const width of [320, 360, 390, 412, 430, 540, 700, 768, 900, 1024, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const [long, short] = await rowsOf(page);
      expect(long?.shownOfCut, `part of the next item at ${width} px`).toBeGreaterThan(0.4);
      expect(long?.shownOfCut, `part of the next item at ${width} px`).toBeLessThan(0.75);
      expect(short?.shownOfCut, `all of a short row at ${width} px`).toBeNull();
      expect(short?.offCentre, `a short row off the centre at ${width} px`).toBeLessThan(2);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  await test.step("a wide page has one axis: names, categories and boards are in the middle of their row", async () => {
    const page = await visit(browser, server.address, {});
    for (const width of [390, 768, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const shelves = await page.locator(".shelv-shelf").evaluateAll((sections) =>
        sections.map((section) => {
          const board = section.querySelector(".shelv-board")?.getBoundingClientRect() ?? new DOMRect();
          const axis = board.left + board.width / 2;
          const offAxis = (from: number, to: number) => Math.abs((from + to) / 2 - axis);
          const words = document.createRange();
          words.selectNodeContents(section.querySelector("h2") ?? section);
          const name = words.getBoundingClientRect();
          const chips = [...section.querySelectorAll(".shelv-chip")].map((chip) =>
            chip.getBoundingClientRect(),
          );
          return {
            name: offAxis(name.left, name.right),
            chips: chips.length === 0 ? 0 : offAxis(chips[0]?.left ?? 0, chips.at(-1)?.right ?? 0),
            page: Math.abs(axis - innerWidth / 2),
            board: board.width,
          };
        }),
      );
      expect(shelves).toHaveLength(2);
      const [long, short] = shelves;
      for (const shelf of shelves) {
        expect(shelf.page, `a board off the page's axis at ${width} px`).toBeLessThan(1);
        if (width > 600) {
          expect(shelf.name, `a name off the axis at ${width} px`).toBeLessThan(2);
          expect(shelf.chips, `categories off the axis at ${width} px`).toBeLessThan(2);
        } else expect(shelf.name, "a phone's names begin where its rows do").toBeGreaterThan(20);
      }
      if (width >= 1280) expect(short?.board, "two items need no long board").toBeLessThan(long?.board ?? 0);
      else expect(short?.board).toBe(long?.board);
    }
  });

  await test.step("with a mouse, arrows move a long row and are gone at its ends", async () => {
    const page = await visit(browser, server.address, { viewport: { width: 1280, height: 800 } });
    const next = page.getByRole("button", { name: "Next items" });
    const previous = page.getByRole("button", { name: "Previous items" });
    await expect(next).toHaveCount(1);
    await expect(previous).toHaveCount(0);
    const first = page.getByRole("link", { name: "Thing 1", exact: true }).first();
    await next.click();
    await expect(first).not.toBeInViewport();
    await expect(previous).toHaveCount(1);
    for (let click = 0; click < 12 && (await next.count()) > 0; click += 1) {
      const before = await page
        .locator(".shelv-row")
        .first()
        .evaluate((row) => row.scrollLeft);
      await next.click();
      await expect
        .poll(() =>
          page
            .locator(".shelv-row")
            .first()
            .evaluate((row) => row.scrollLeft),
        )
        .toBeGreaterThan(before);
      await page
        .locator(".shelv-row")
        .first()
        .evaluate(
          (row) =>
            new Promise<void>((resolve) => {
              let last = -1;
              const look = () => {
                if (row.scrollLeft === last) return resolve();
                last = row.scrollLeft;
                setTimeout(look, 100);
              };
              look();
            }),
        );
    }
    await expect(next).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Mug" })).toBeInViewport({ ratio: 1 });
    await previous.click();
    await expect(next).toHaveCount(1);
    await page.getByLabel("Tiles").check();
    await expect(next).toHaveCount(0);
    await expect(previous).toHaveCount(0);
    await expectNoAxeFindings(page);
  });

  await test.step("on touch there are none", async () => {
    const page = await visit(browser, server.address, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await expect(page.locator(".shelv-arrow")).not.toHaveCount(0);
    await expect(page.locator(".shelv-arrow:visible")).toHaveCount(0);
    const opened = page.locator(".shelv-about", { hasText: "Twelve of them make a picture." });
    await page.getByLabel(`Details of ${LONG_TITLE}`).tap();
    await expect(opened).toHaveJSProperty("open", true);
    await expect(page.locator(".shelv-row", { has: opened }), "no faded end").toHaveCSS("mask-image", "none");
    await expectNoAxeFindings(page);
  });

  for (const width of [390, 1280]) {
    await test.step(`without script, a link ${width} px wide shows all items in rows, and the row again`, async () => {
      const page = await visit(browser, server.address, {
        viewport: { width, height: 844 },
        javaScriptEnabled: false,
      });
      const last = page.getByRole("link", { name: "Mug" });
      const isBesideTheFirst = async () => {
        const [first, other] = await Promise.all([
          page.getByRole("link", { name: "Thing 1", exact: true }).first().boundingBox(),
          last.boundingBox(),
        ]);
        return first?.y === other?.y;
      };
      expect(await isBesideTheFirst()).toBe(true);
      await last.scrollIntoViewIfNeeded();
      await page.getByRole("link", { name: "See all 40" }).click();
      expect(await isBesideTheFirst()).toBe(false);
      const first = page.getByRole("link", { name: "Thing 1", exact: true }).first();
      await expect(first, "wherever the row was scrolled to").toBeInViewport({ ratio: 0.9 });
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page, width);
      await page.getByRole("link", { name: "Show less" }).click();
      expect(await isBesideTheFirst()).toBe(true);
    });
  }

  await test.step("in the owner's preview too, which stays where it is", async () => {
    const page = await visit(browser, server.address, { storageState: await request.storageState() });
    await page.goto(`/shelves/${shelfId}/preview`);
    const shown = page.frameLocator("iframe");
    await shown.getByRole("link", { name: "See all 40" }).click();
    await expect(shown.getByRole("link", { name: "Show less" })).toBeVisible();
    await expect(shown.locator(".shelv-row")).toHaveCSS("display", "grid");
    expect(new URL(page.url()).hash).toBe("");
    expect(page.context().pages()).toHaveLength(1);
    await page.getByRole("link", { name: "Edit shelf" }).click();
    await expect(page).toHaveURL(new RegExp(`/shelves/${shelfId}$`));
  });

  await test.step("a cut title and the description open by touch and keyboard, without script", async () => {
    const page = await visit(browser, server.address, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      javaScriptEnabled: false,
    });
    const details = page.getByLabel(`Details of ${LONG_TITLE}`);
    const about = page.locator(".shelv-about", { hasText: "Twelve of them make a picture." });
    const expectOpen = async (isOpen: boolean) => {
      await expect(about).toHaveJSProperty("open", isOpen);
      const height = (await about.boundingBox())?.height ?? 0;
      expect(isOpen ? height > 60 : height < 30, `${height} px high`).toBe(true);
      const sign = await details.evaluate((summary) => getComputedStyle(summary, "::before").content);
      expect(sign, "the sign that closes it").toBe(isOpen ? '"×"' : "none");
    };
    const columns = () =>
      page.locator(".shelv-place").evaluateAll((places) =>
        places.map((place) => {
          const { left, width } = place.getBoundingClientRect();
          return [left, width];
        }),
      );
    await details.scrollIntoViewIfNeeded();
    await expectOpen(false);
    const closed = await columns();
    await details.tap();
    await expectOpen(true);
    expect(await columns(), "no neighbour moves").toEqual(closed);
    await details.focus();
    await page.keyboard.press("Enter");
    await expectOpen(false);
    await page.keyboard.press("Enter");
    await expectOpen(true);
    const caption = page.locator(".shelv-caption", { hasText: LONG_TITLE });
    const { hidden, height } = await caption.evaluate((element) => ({
      hidden: element.scrollHeight - element.clientHeight,
      height: element.clientHeight,
    }));
    expect([hidden, height > 20]).toEqual([0, true]);
    const onlyTitle = page.locator(".shelv-about:has(> span)");
    await page.getByLabel(`Details of ${OTHER_LONG_TITLE}`).tap();
    await expect(onlyTitle).toHaveJSProperty("open", true);
    await expect(onlyTitle.locator("> span"), "the caption shows it").toBeHidden();
  });

  await test.step("forced colours mark the chosen chip", async () => {
    const page = await visit(browser, server.address, { forcedColors: "active" });
    const groundOf = (name: string) =>
      page
        .locator(".shelv-chip", { hasText: name })
        .evaluate((chip) => getComputedStyle(chip).backgroundColor);
    const before = await groundOf("Tiles");
    expect(await groundOf("All")).not.toBe(before);
    await page.getByLabel("Tiles").check();
    expect(await groundOf("Tiles")).not.toBe(before);
    expect(await groundOf("All")).toBe(before);
  });

  await test.step("on paper rows wrap, addresses are printed, controls are not", async () => {
    const page = await visit(browser, server.address, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    const printed = await page.evaluate(() => {
      const { left, right } = document.documentElement.getBoundingClientRect();
      const links = [...document.querySelectorAll(".shelv-item")];
      return {
        outside: links.filter((link) => {
          const box = link.getBoundingClientRect();
          return box.left < left || box.right > right;
        }).length,
        withoutAddress: links.filter((link) => getComputedStyle(link, "::after").content === "none").length,
        ground: getComputedStyle(document.documentElement).backgroundColor,
        ink: getComputedStyle(document.querySelector(".shelv-caption") ?? document.body).color,
      };
    });
    expect(printed).toEqual({
      outside: 0,
      withoutAddress: 0,
      ground: "rgba(0, 0, 0, 0)",
      ink: "rgb(0, 0, 0)",
    });
    for (const control of [".shelv-chips", ".shelv-all", ".shelv-arrow", ".shelv-footer", "summary"])
      await expect(page.locator(`${control}:visible`)).toHaveCount(0);
  });
});

const expectNoSidewaysScroll = async (page: Page, width: number) =>
  expect((await page.locator("html").boundingBox())?.width).toBe(width);

test("a visitor can claim a name without an account: the link fills it in at the sign-up", async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.allow(/status of 404/);
  await page.goto("/noor-ceramics");
  await expect(page.getByRole("heading", { name: "User Not Found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
  await expectNoAxeFindings(page);
  await test.step("in the app's typeface, also in the dark and on the narrowest screen", async () => {
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => family === "Inter" && status === "loaded"),
    );
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(24, 18, 14)");
    await expectNoSidewaysScroll(page, 320);
    await expectNoAxeFindings(page);
    if (size !== null) await page.setViewportSize(size);
  });
  await page.getByRole("link", { name: "Claim this name" }).click();
  await expect(page.getByRole("heading", { name: "Sign up for free" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("username")).toBe("noor-ceramics");
});
