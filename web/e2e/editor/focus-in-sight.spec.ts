import type { Page } from "@playwright/test";
import { expect, onlineTest as test } from "#e2e/support/app-test";
import { postAs, postShelf } from "#e2e/support/owner-request";
import { listedItems } from "#e2e/support/steps/item-steps";
import { deleteFocused } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

test("with keyboard navigation and page zoom, no bar covers the focused element", async ({
  page,
  server,
}) => {
  test.slow();
  await signUp(page, server, { username: "pia" });
  const post = postAs(page.request, server.address);
  await postShelf(post, "Attic", 6);
  await page.setViewportSize({ width: 640, height: 400 });
  const screens = {
    "/items": "More for Thing 1",
    "/appearance": "#0066FF",
    "/account?tab=settings": "Export",
    "/items?item=new": "Create",
  };
  for (const [path, button] of Object.entries(screens)) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: button, exact: true })).toBeVisible();
    await expectFocusInSight(page, 14);
  }
});

test("the toast after a deletion does not cover the focused element", async ({ page, server }) => {
  await signUp(page, server, { username: "pip" });
  const post = postAs(page.request, server.address);
  const id = await postShelf(post, "Attic", 7);
  for (const { path, things } of [
    { path: "/items", things: 7 },
    { path: `/shelves/${id}`, things: 6 },
  ]) {
    await page.goto(path);
    const menus = page.getByRole("button", { name: /^More for Thing/ });
    await expect(menus, "all items are pulled, so the last row is the last item").toHaveCount(things);
    const last = menus.last();
    await last.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await last.focus();
    await deleteFocused(page);
    const toast = page.getByRole("button", { name: "Undo" });
    await expect(toast).toBeVisible();
    await expect(menus.last()).toBeFocused();
    await expect.poll(() => page.evaluate(coveredFocus), { timeout: 3000 }).toBeNull();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const { y } = (await menus.last().boundingBox()) ?? {};
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast).toBeHidden();
    expect((await menus.last().boundingBox())?.y).toBe(y);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => page.evaluate(() => document.body.style.paddingBottom)).toBe("");
  }
});

test("a toast does not scroll to a focused element that is out of sight", async ({ page, server }) => {
  await signUp(page, server, { username: "per" });
  const post = postAs(page.request, server.address);
  await postShelf(post, "Attic", 12);
  await page.goto("/items");
  await expect(listedItems(page)).toHaveCount(12);
  const search = page.getByRole("searchbox");
  await search.click();
  await page.evaluate(() => scrollTo(0, 900));
  await expect(search).not.toBeInViewport();
  const scrolled = await page.evaluate(() => scrollY);
  await page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt", { cancelable: true })));
  await expect(page.getByRole("region", { name: "Install Shelv" })).toBeInViewport();
  await expect(search).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test("the page follows a focused row that a save moves within its list", async ({ page, server }) => {
  await signUp(page, server, { username: "ulf" });
  const post = postAs(page.request, server.address);
  await postShelf(post, "Attic", 9, (at) => `Attic ${at}`);
  await postShelf(post, "Cellar", 6, (at) => `Cellar ${at}`);
  await page.goto("/items");
  await expect(page.getByText("15 items")).toBeVisible();
  const edit = page.getByRole("link", { name: "Edit Attic 1" });
  await edit.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Item" });
  await dialog.getByLabel("Shelf", { exact: true }).selectOption({ label: "📚 Cellar" });
  await dialog.getByLabel("Title").press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(listedItems(page).last()).toContainText("Attic 1");
  await expect(edit).toBeFocused();
  await expect(edit).toBeInViewport();
});

test("a row that moves far away behind its dialog gets the focus back, in view", async ({ page, server }) => {
  await signUp(page, server, { username: "uta" });
  const post = postAs(page.request, server.address);
  await postShelf(post, "Attic", 9, (at) => `Attic ${at}`);
  const cellar = await postShelf(post, "Cellar", 25, (at) => `Cellar ${at}`);
  await page.goto("/items");
  await expect(page.getByText("34 items")).toBeVisible();
  const edit = page.getByRole("link", { name: "Edit Attic 1" });
  await edit.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Item" });
  await expect(dialog).toBeVisible();
  const id = new URL(page.url()).searchParams.get("item") ?? "";
  const moved = await page.request.patch(`/api/items/${id}/reorder`, {
    headers: { Origin: server.address },
    data: { order: 25, shelfId: cellar },
  });
  expect(moved.ok()).toBe(true);
  await expect(
    page.getByRole("listitem", { includeHidden: true }).filter({ hasText: "Attic 1" }),
  ).toContainText("Cellar");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();
  await expect(edit).toBeInViewport();
});

async function expectFocusInSight(page: Page, presses: number): Promise<void> {
  const covered: string[] = [];
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press(key);
      const found = await page.evaluate(coveredFocus);
      if (found !== null) covered.push(`${key}: ${found}`);
    }
  }
  expect(covered, `covered or invisible focus at ${page.url()}`).toEqual([]);
}

function coveredFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.tagName === "IFRAME") return null;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  if (over && (focused.contains(over) || over.contains(focused) || focused.closest("label")?.contains(over)))
    return null;
  return `${focused.tagName} "${focused.getAttribute("aria-label") ?? focused.textContent}" at ${Math.round(y)}, under ${over?.tagName ?? "nothing"} "${over?.textContent ?? ""}"`;
}
