import type { Locator } from "@playwright/test";
import { expect, onlineTest as test } from "#e2e/support/app-test";
import { postAs, postShelf } from "#e2e/support/owner-request";
import { deleteHere, itemRow, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { BOTH_SIZES } from "#e2e/support/tags";

const SECTIONS = ["/dashboard", "/shelves", "/items", "/appearance", "/profile", "/account"];

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1720, height: 900 },
];

const HEADER_PX = 64;

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  expect(box).not.toBeNull();
  return box ?? { x: 0, y: 0, width: 0, height: 0 };
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const isApart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(isApart, "one does not cover the other").toBe(true);
}

test("all sections have their title in one place, at every width", async ({ page, server }) => {
  test.slow();
  await signUp(page, server, { username: "una" });
  const id = await postShelf(postAs(page.request, server.address), "Attic", 2);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const places = new Set<string>();
    for (const path of SECTIONS) {
      await page.goto(path);
      const title = page.getByRole("heading", { level: 1 });
      await expect(syncState(page)).toHaveText("Saved everywhere");
      const { x, y, height } = await boxOf(title);
      const preview = await boxOf(page.locator("main > header").getByRole("link", { name: "Preview" }));
      expect(preview.y, `${path} at ${size.width}: Preview is beside the title`).toBeLessThan(y + height);
      places.add(`${Math.round(x)} ${Math.round(y)}`);
    }
    expect([...places], `at ${size.width}`).toHaveLength(1);
    await page.goto(`/shelves/${id}`);
    await expect(syncState(page)).toHaveText("Saved everywhere");
    const { x, y } = await boxOf(page.getByRole("heading", { level: 1 }));
    const arrow = await boxOf(page.getByRole("link", { name: "Back to My Shelv" }));
    expect(arrow.x + arrow.width, "only the arrow is before the title").toBeLessThanOrEqual(x + 8);
    expect([...places][0], `at ${size.width}`).toMatch(new RegExp(` ${Math.round(y)}$`));
  }
});

test("a phone's header is one row, stays at the top, and does not grow with the sync state", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/503/);
  await signUp(page, server, { username: "ada" });
  const post = postAs(page.request, server.address);
  const id = await postShelf(post, "Attic", 12);
  const header = page.locator("main > header");
  for (const size of SIZES.slice(0, 2)) {
    await page.setViewportSize(size);
    for (const path of [...SECTIONS, `/shelves/${id}`]) {
      await page.goto(path);
      await expect(syncState(page)).toHaveText("Saved everywhere");
      const at = `${path} at ${size.width}`;
      const { y, height } = await boxOf(header);
      expect(y + height, `${at}: height of the header`).toBeLessThanOrEqual(HEADER_PX);
      const [title, preview] = [
        await boxOf(page.getByRole("heading", { level: 1 })),
        await boxOf(header.getByRole("link", { name: "Preview" })),
      ];
      expect(preview.y, `${at}: Preview is beside the title`).toBeLessThan(title.y + title.height);
      expect(preview.x, `${at}: Preview is after the title`).toBeGreaterThanOrEqual(title.x + title.width);
      for (const control of await header.locator("a, button").all()) {
        const box = await boxOf(control);
        expect(Math.min(box.width, box.height), `${at}: ${await control.innerText()}`).toBeGreaterThanOrEqual(
          44,
        );
      }
    }
    const { height } = await boxOf(header);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect((await boxOf(header)).y).toBe(0);
    await expect(header.getByRole("button", { name: "Share" })).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
    await page.route("**/api/sync", (route) => route.fulfill({ status: 503 }));
    await deleteHere(page, `Thing ${size.width === 320 ? 1 : 2}`);
    await expect(syncState(page), "its longest text for a change").toHaveText(
      "Saved on this device (1 waiting)",
    );
    expect((await boxOf(header)).height, "nothing moves").toBe(height);
    await page.unroute("**/api/sync");
    await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
  }
});

test("a new shelf scrolls into sight, without a toast", BOTH_SIZES, async ({ page, server }) => {
  await signUp(page, server, { username: "ned" });
  const post = postAs(page.request, server.address);
  for (const name of ["Attic", "Cellar"]) await postShelf(post, name, 3);
  for (const path of ["/shelves", "/dashboard"]) {
    await page.goto(path);
    await page.getByRole("button", { name: "New Shelf" }).click();
    const dialog = page.getByRole("dialog");
    const name = `New on ${path}`;
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Create Shelf" }).click();
    await expect(dialog).toHaveCount(0);
    const shelf = page.getByRole("article", { name }).or(page.getByRole("row").filter({ hasText: name }));
    await expect(shelf).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByText("Shelf created successfully"), "for screen readers").toBeAttached();
    await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
    await page.goto("/shelves");
    await deleteHere(page, name);
    await expect(page.getByRole("article", { name })).toHaveCount(0);
  }
});

test("a toast does not cover Preview", async ({ page, server }) => {
  await signUp(page, server, { username: "tov" });
  const id = await postShelf(postAs(page.request, server.address), "Attic", 3);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(`/shelves/${id}`);
    await page.getByRole("button", { name: "More for Thing 1" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    const toast = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Undo" }) });
    await expect(toast).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    await expectApart(toast, page.getByRole("main").getByRole("link", { name: "Preview" }));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(itemRow(page, "Thing 1")).toBeVisible();
  }
});
