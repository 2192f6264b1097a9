import type { Locator, Page, PlaywrightWorkerArgs } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, onlineTest, test } from "#e2e/support/app-test";
import { BOTH_SIZES } from "#e2e/support/tags";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { expectLeftToRight } from "#e2e/support/page/left-to-right";
import { postAs, postAsNewOwner, postForId, postShelf } from "#e2e/support/owner-request";
import {
  addItem,
  askToDelete,
  deletionControl,
  dragOnto,
  makeShelf,
  openShelf,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import type { TestServer } from "#e2e/support/server";
import { signIn, signUp } from "#e2e/support/steps/sign-up";

onlineTest("an owner without a shelf sees the ways to begin", async ({ page, server }) => {
  await signUp(page, server, { username: "newcomer" });
  await page.goto("/dashboard/stats");
  await test.step("stats say how the first visit comes and what it shows, and there is nothing to export", async () => {
    await expect(page.getByRole("region", { name: "After the first visit you see" })).toContainText(
      "Part of the Pro plan",
    );
    await expect(page.getByRole("button", { name: "Share your page" })).toBeVisible();
    await expect(page.getByRole("button", { name: /Export CSV/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Back to the dashboard" }).click();
  });
  await expect(page.getByRole("heading", { name: "Create Your First Shelv" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Popular Items" }), "before a visit").toHaveCount(0);
  await expect(page.getByText("No recent activity")).toBeVisible();
  await expect(page.getByRole("link", { name: "Complete Setup Guide" })).toHaveAttribute(
    "href",
    "/onboarding/goal-selection",
  );
  await expect(page.getByRole("link", { name: "Customize Theme" })).toHaveAttribute("href", "/appearance");
  await expectNoAxeFindings(page);
  await page.getByRole("button", { name: "New Shelf" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Kitchen");
  await page.getByRole("dialog").getByRole("button", { name: "Create Shelf" }).click();
  await test.step("the first shelf opens, ready for an item; Back leads to the dashboard", async () => {
    await expect(page.getByRole("heading", { name: "Kitchen" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Add Item" })).toBeFocused();
    await expectNoAxeFindings(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Add New Item" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\?begin=shelf$/);
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.goBack();
    await expect(page.getByRole("row", { name: /Kitchen/ })).toBeVisible();
  });
  await test.step("a later shelf stays in the list, and its name is a link", async () => {
    await page.getByRole("button", { name: "New Shelf" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Workshop");
    await page.getByRole("dialog").getByRole("button", { name: "Create Shelf" }).click();
    await page
      .getByRole("row", { name: /Workshop/ })
      .getByRole("link", { name: "Workshop", exact: true })
      .click();
    await expect(page.getByRole("heading", { name: "Workshop" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Add Item" })).not.toBeFocused();
  });
});

onlineTest("before the first visit there are the next steps, and no zeros", async ({ page, server }) => {
  await signUp(page, server, { username: "newcomer" });
  await postForId(postAs(page.request, server.address), "/api/shelves", { data: { name: "Kitchen" } });
  await page.goto("/dashboard");
  await expect(page.getByRole("row", { name: /Kitchen/ })).toBeVisible();
  const steps = page.getByRole("region", { name: "Three steps to your first visitors" });
  await expect(steps.getByRole("listitem")).toHaveText([
    /^Add your first link/,
    /^Add your picture/,
    /^Share your page/,
  ]);
  await expect(page.getByRole("region", { name: "Stats" })).toHaveCount(0);
  await expect(page.getByRole("main").getByText(/^0%?$/)).toHaveCount(0);
  await expectNoAxeFindings(page);
  await steps.getByRole("link", { name: "Add your first link" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await dialog.getByLabel("URL").fill("https://example.com/mug");
  await dialog.getByLabel("Title").fill("Coffee mug");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(steps.getByRole("listitem").first()).toHaveText("Add your first link (Done)");
});

onlineTest(
  "a device without figures and session says what it waits for",
  async ({ page, context, server, consoleWatch }) => {
    consoleWatch.allow(/401/);
    await signUp(page, server, { username: "nadia" });
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await context.clearCookies();
    await page.goto("/dashboard");
    await expect(page.getByText("Sign in again to see your stats.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Popular Items" })).toContainText("–");
    await expectNoAxeFindings(page);
  },
);

async function visitAs(
  playwright: PlaywrightWorkerArgs["playwright"],
  server: TestServer,
  username: string,
  version: number,
): Promise<void> {
  const browser = `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
  const request = await playwright.request.newContext({ userAgent: browser });
  const data = { username, eventType: "view" };
  expect((await request.post(`${server.address}/api/analytics/track`, { data })).status()).toBe(204);
  await request.dispose();
}

onlineTest("after the first visit the figures come first", async ({ page, server, playwright }) => {
  await signUp(page, server, { username: "vera" });
  await makeShelf(page, "Kitchen");
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: /^Three steps/ })).toBeVisible();
  await visitAs(playwright, server, "vera", 100);
  await page.reload();
  await expect(page.getByText("1 person came today.", { exact: true })).toBeVisible();
  const stats = page.getByRole("region", { name: "Stats" });
  const shelves = page.getByRole("region", { name: "Your Shelv" });
  await expect(page.getByRole("region", { name: /^Three steps/ })).toHaveCount(0);
  expect((await boxOf(stats)).y).toBeLessThan((await boxOf(shelves)).y);
});

onlineTest(
  "blocked figures take another path, with a note",
  async ({ page, context, server, consoleWatch, playwright }) => {
    consoleWatch.allow(/net::ERR_BLOCKED_BY_CLIENT/);
    await signUp(page, server, { username: "nadia" });
    await visitAs(playwright, server, "nadia", 140);
    await context.route(/\/api\/analytics\//, (route) => route.abort("blockedbyclient"));
    await page.goto("/dashboard");
    await expect(page.getByText("A content blocker hides your stats")).toBeVisible();
    await expect(page.getByRole("region", { name: "Stats" })).toContainText("Total Views1");
    await expectNoAxeFindings(page);
  },
);

test(
  "figures show their age offline; shelves are ordered and deleted beside them",
  BOTH_SIZES,
  async ({ page, server, openDevice, consoleWatch, browser }) => {
    test.slow();
    consoleWatch.allow(...NETWORK_GONE);
    const owner = await signUp(page, server, { username: "dora" });
    await page.goto("/dashboard");
    await expect(page.getByText("No recent activity")).toBeVisible();
    await page.goto("/shelves");
    await makeShelf(page, "Kitchen");
    await makeShelf(page, "Workshop");
    await openShelf(page, "Kitchen");
    await addItem(page, { title: "Coffee mug", url: "https://example.com/mug" });
    await expect(syncState(page)).toHaveText("Saved everywhere");
    const [item] = (await (await page.request.get("/api/items")).json()) as { id: string }[];
    const visitor = await browser.newContext({
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    });
    const track = (event: object) =>
      visitor.request.post(`${server.address}/api/analytics/track`, { data: { username: "dora", ...event } });
    expect((await track({ eventType: "view" })).status()).toBe(204);
    expect((await track({ eventType: "click", itemId: item?.id })).status()).toBe(204);
    await visitor.close();

    await test.step("online, all figures are shown", async () => {
      await page.goto("/dashboard");
      await expect(page.getByRole("definition").filter({ hasText: "100%" }).first()).toBeVisible();
      const first = page.getByText("1 person came today; most opened: Coffee mug.");
      await expect(first).toBeVisible();
      await expect(first.locator("..").locator('[class*="_thumbnail_"]')).toBeVisible();
      await expect(page.getByText("from last week"), "the page is younger than a week").toHaveCount(0);
      await expect(page.getByRole("row", { name: /Kitchen/ })).toContainText(/Kitchen.*1.*1.*1.*100%/s);
      await expect(page.getByRole("region", { name: "Popular Items" })).toContainText(
        "1 click · 100% of all clicks",
      );
      const activity = page.getByRole("region", { name: "Recent Activity" });
      await expect(activity).toContainText("Coffee mug was clicked");
      await expect(activity).toContainText("Someone viewed your profile");
      await expect(activity).toContainText("You added Coffee mug to shelf");
      await expect(activity).toContainText("just now");
      await expect(page.getByRole("slider", { name: "Views and clicks, last 30 days" })).toBeVisible();
      await expect(
        page.getByRole("table", { name: "Views and clicks of each day" }).getByRole("row"),
      ).toHaveCount(31);
      await expectNoAxeFindings(page);
      await untilAppCached(page);
    });

    await test.step("offline and after a reload they are still shown, with a note that they are old", async () => {
      await page.context().setOffline(true);
      await page.reload();
      await expect(page.getByRole("row", { name: /Kitchen/ })).toContainText("100%");
      await expect(page.getByText(/^Updated (just now|\d+ minutes? ago)$/)).toBeVisible();
      await expect(page.getByText("1 person came today; most opened: Coffee mug.")).toBeVisible();
      await expect(page.getByRole("slider", { name: "Views and clicks, last 30 days" })).toBeVisible();
      const shelves = page.getByRole("table", { name: "Your Shelv" }).getByRole("rowheader");
      await dragOnto(page, "Workshop", "Workshop");
      await expect(shelves).toHaveText([/Kitchen/, /Workshop/]);
      await expect(syncState(page)).toHaveText("Offline");
      await dragOnto(page, "Workshop", "Kitchen");
      await expect(shelves).toHaveText([/Workshop/, /Kitchen/]);
      await expect(syncState(page)).toHaveText("Offline (1 waiting)");
      await askToDelete(page, "Kitchen");
      await expect(page.getByRole("dialog")).toContainText(
        'This will permanently delete the shelf "Kitchen" and all of its items. This action cannot be undone.',
      );
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByRole("row", { name: /Kitchen/ })).toBeHidden();
      await expect(deletionControl(page, "Workshop")).toBeFocused();
      await expect(page.getByRole("region", { name: "Popular Items" })).toHaveText(/No popular items yet/);
      await expect(page.getByText("1 person came today.", { exact: true })).toBeVisible();
      await expectNoAxeFindings(page);
    });

    await test.step("with a connection the server and the other device follow", async () => {
      await page.context().setOffline(false);
      await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
      const laptop = await openDevice();
      await signIn(laptop, server, owner);
      await laptop.goto("/dashboard");
      await expect(laptop.getByRole("row", { name: /Workshop/ })).toBeVisible();
      await expect(laptop.getByRole("row", { name: /Kitchen/ })).toBeHidden();
    });
  },
);

test("figures never break or touch, at any width and text size", async ({ page, server }) => {
  const [views, clicks] = [12_345_678, 9_876_543];
  await signUp(page, server, { username: "mia" });
  await makeShelf(page, "Kitchen");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const [shelf] = (await (await page.request.get("/api/shelves")).json()) as { id: string }[];
  await page.route("**/api/analytics/summary*", (route) =>
    route.fulfill({
      json: {
        views: { total: views, change: "+12.5%" },
        clicks: { total: clicks, change: "-1234.5%" },
        ctr: { total: "80%", change: "0%" },
      },
    }),
  );
  await page.route("**/api/analytics/shelves*", (route) =>
    route.fulfill({ json: { [shelf?.id ?? ""]: { views, clicks, ctr: "80%" } } }),
  );
  await page.goto("/dashboard");
  const row = page.getByRole("row", { name: /Kitchen/ });
  await expect(row).toContainText("12,345,678");
  for (const { width, letters } of [
    { width: 390, letters: 1 },
    { width: 320, letters: 1 },
    { width: 390, letters: 2 },
    { width: 320, letters: 2 },
    { width: 768, letters: 1 },
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((times) => (document.documentElement.style.fontSize = `${times * 100}%`), letters);
    expect(await crowded(page), `${width} pixels, letters ${letters} times as large`).toEqual([]);
  }
});

const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const figures = [...document.querySelectorAll("main dl dd, main tbody td")].flatMap((cell) => {
      if (!/^[\d,.%–]+$/.test(cell.textContent)) return [];
      const range = document.createRange();
      range.selectNodeContents(cell);
      return [
        {
          text: cell.textContent,
          lines: [...range.getClientRects()],
          box: range.getBoundingClientRect(),
          holder: (cell.closest("tr, dl > div") ?? cell).getBoundingClientRect(),
        },
      ];
    });
    const faults = figures.length < 7 ? [`there are only ${figures.length}`] : [];
    for (const [at, { text, lines, box, holder }] of figures.entries()) {
      if (lines.length > 1) faults.push(`${text} wraps`);
      if (box.left < holder.left || box.right > holder.right - 4) faults.push(`${text} overflows`);
      for (const other of figures.slice(at + 1)) {
        const isApart =
          box.right + 4 <= other.box.left ||
          other.box.right + 4 <= box.left ||
          box.bottom <= other.box.top ||
          other.box.bottom <= box.top;
        if (!isApart) faults.push(`${text} overlaps ${other.text}`);
      }
    }
    return faults;
  });

test.describe("with room for many shelves", () => {
  test.use({ serverEnv: { PLAN_LIMITS: "off" } });

  onlineTest(
    "each shelf's first items are on a small board, which is decoration and is read where it can be seen",
    BOTH_SIZES,
    async ({ page, server, isMobile }) => {
      const post = await postAsNewOwner(page.request, server, { username: "wim" });
      await postShelf(post, "Kiln", 6);
      await postShelf(post, "Attic", 0);
      for (let nth = 1; nth <= 20; nth += 1) await postShelf(post, `Spare ${nth}`, 0);
      await postShelf(post, "Books", 2);
      await post("/api/complete-onboarding", { multipart: { goal: "creator" } });
      await page.goto("/dashboard");
      const row = (name: string) => page.getByRole("row", { name });
      const board = (name: string) => row(name).locator('[class*="_board_"]');
      const things = (name: string) => board(name).locator('[class*="_thumbnail_"]');
      if (isMobile) {
        await expect(row("Kiln")).toContainText("6");
        await expect(board("Kiln"), "the shelves themselves are one tab away").toBeHidden();
        return;
      }
      await expect(things("Kiln")).toHaveCount(4);
      await expect(board("Kiln")).toHaveAttribute("aria-hidden", "true");
      await expect(page.getByRole("rowheader", { name: "Kiln" })).toHaveAccessibleName(/^\W*Kiln$/);
      await expectNoAxeFindings(page);
      await test.step("items that do not fit are not shown in part", async () => {
        const { y, height } = await boxOf(board("Kiln"));
        for (const thing of await things("Kiln").all()) {
          const box = await boxOf(thing);
          expect(box.y + box.height <= y + height || box.y >= y + height).toBe(true);
        }
      });
      await test.step("a shelf without items has an empty board of the same size", async () => {
        await expect(things("Attic")).toHaveCount(0);
        const [full, empty] = [await boxOf(board("Kiln")), await boxOf(board("Attic"))];
        expect(empty.height).toBe(full.height);
        expect(empty.width).toBe(full.width);
      });
      await test.step("a shelf far below is not read until it is scrolled to", async () => {
        await expect(things("Books")).toHaveCount(0);
        const { height } = await boxOf(row("Books"));
        await row("Books").scrollIntoViewIfNeeded();
        await expect(things("Books")).toHaveCount(2);
        expect((await boxOf(row("Books"))).height).toBe(height);
      });
    },
  );
});

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error("It is not shown");
  return box;
}

onlineTest("a right-to-left title does not reorder the text around it", async ({ page, server, browser }) => {
  await signUp(page, server, { username: "noa" });
  const post = postAs(page.request, server.address);
  const shelfId = await postForId(post, "/api/shelves", { data: { name: "מטבח" } });
  const categories: string[] = [];
  for (const name of ["אדום", "ירוק"])
    categories.push(await postForId(post, `/api/shelves/${shelfId}/categories`, { data: { name } }));
  const id = await postForId(post, `/api/shelves/${shelfId}/items`, {
    multipart: { title: "תה (חם)", url: "https://example.com/", categories: JSON.stringify(categories) },
  });
  const visitor = await browser.newContext({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await visitor.request.post(`${server.address}/api/analytics/track`, {
    data: {
      events: [
        { username: "noa", eventType: "view" },
        { username: "noa", eventType: "click", itemId: id },
      ],
    },
  });
  await visitor.close();
  await page.goto("/dashboard");
  const clicked = page
    .getByRole("region", { name: "Recent Activity" })
    .getByRole("listitem")
    .filter({ hasText: "was clicked" });
  await expect(clicked).toBeVisible();
  await expectLeftToRight(clicked, ["תה (חם)", " was clicked"]);
  await expectLeftToRight(clicked, ["מטבח", " · ", "just now"]);
  await page.goto("/items");
  const names = page.getByText("אדום");
  await expect(names).toBeVisible();
  await expectLeftToRight(names, ["אדום", "ירוק"]);
});
