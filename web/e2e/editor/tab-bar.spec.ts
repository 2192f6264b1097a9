import type { Locator } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { postAs, postShelf } from "#e2e/support/owner-request";
import { itemRow, openMore, openShelf, savedEverywhere } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const SMALLEST_TARGET_PX = 44;

test("on a phone, a bar of five tabs leads to the screens and to the form for a new item, offline too", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  const bar = page.getByRole("navigation", { name: "Tab bar" });
  const link = (name: string) => bar.getByRole("link", { name, exact: true });
  const title = (name: string) => page.getByRole("heading", { name, level: 1 });
  const form = page.getByRole("dialog", { name: "Add New Item" });

  await page.goto("/login");
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await signUp(page, server, { username: "tab" });

  await test.step("without a shelf, + opens the form for one", async () => {
    await link("New Shelf").click();
    await expect(page.getByRole("dialog", { name: "Create New Shelf" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(link("New Shelf")).toBeFocused();
  });

  const post = postAs(page.request, server.address);
  const attic = await postShelf(post, "Attic", 9);
  const cellar = await postShelf(post, "Cellar", 1);
  await page.reload();
  await expect(page.getByRole("article", { name: "Attic" })).toBeVisible();

  await test.step("each tab opens its screen, and is the current one there", async () => {
    await expect(bar.locator("a, button")).toHaveText(["Shelves", "Stats", "", "Look", "You"]);
    for (const [name, screen, path] of [
      ["Stats", "Dashboard", "/dashboard"],
      ["Look", "Appearance", "/appearance"],
      ["Shelves", "My Shelv", "/shelves"],
    ] as const) {
      await link(name).click();
      await expect(title(screen)).toBeFocused();
      await expect(page).toHaveURL(path);
      await expect(bar.locator("[aria-current]")).toHaveText([name]);
      await expect(link(name)).toHaveAttribute("aria-current", "page");
    }
    for (const [path, name] of [
      ["/dashboard/stats", "Stats"],
      [`/shelves/${attic}`, "Shelves"],
    ] as const) {
      await page.goto(path);
      await expect(bar.locator("[aria-current=page]")).toHaveText([name]);
    }
    await page.goto("/items");
    await expect(bar.locator("[aria-current]"), "a screen without a tab").toHaveText(["You"]);
  });

  await test.step("You opens the navigation, and has the focus again when it closes", async () => {
    const you = bar.getByRole("button", { name: "You" });
    await expect(you).toHaveAttribute("aria-haspopup", "dialog");
    await expect(you).toHaveAttribute("aria-expanded", "false");
    await you.click();
    const drawer = page.getByRole("dialog", { name: "Main" });
    await expect(drawer.getByRole("link", { name: "Links & Items" })).toBeVisible();
    await expect(bar.locator("button")).toHaveAttribute("aria-expanded", "true");
    expect(await isOnTop(bar), "the drawer's backdrop is above the bar").toBe(false);
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(you).toBeFocused();
  });

  await test.step("+ opens the form of the shelf in view, else of the first shelf", async () => {
    for (const [path, opened, focused] of [
      [`/shelves/${cellar}`, `/shelves/${cellar}?item=new`, link("New item")],
      [`/items?shelf=${cellar}`, `/items?shelf=${cellar}&item=new`, link("New item")],
      [`/shelves/${cellar}/preview`, `/shelves/${cellar}?item=new`, title("Cellar")],
      ["/shelves/gone", `/shelves/${attic}?item=new`, link("New item")],
      ["/dashboard", `/shelves/${attic}?item=new`, title("Attic")],
    ] as const) {
      await page.goto(path);
      await expect(link("New item")).toHaveAttribute("href", opened);
      await link("New item").click();
      await expect(form).toBeVisible();
      await expect(page).toHaveURL(opened);
      expect(await isOnTop(bar), "the form is above the bar").toBe(false);
      await page.keyboard.press("Escape");
      await expect(form).toHaveCount(0);
      await expect(focused, path).toBeFocused();
    }
  });

  await test.step("on My Shelv it opens the form of the shelf in sight", async () => {
    const shed = await postShelf(post, "Shed", 1);
    await page.goto("/shelves");
    await link("New item").click();
    await expect(form).toBeVisible();
    await expect(page).toHaveURL(`/shelves?item=new&on=${attic}`);
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    await page.getByRole("article", { name: "Shed" }).evaluate((card) => {
      card.scrollIntoView({ block: "end", behavior: "instant" });
      scrollBy({ top: innerHeight, behavior: "instant" });
    });
    await link("New item").click();
    await expect(form).toBeVisible();
    await expect(page).toHaveURL(`/shelves?item=new&on=${shed}`);
    await page.keyboard.press("Escape");
    await expect(link("New item")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page, "by key too").toHaveURL(`/shelves?item=new&on=${shed}`);
    await expect(form).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
  });

  await test.step("offline, all of it works", async () => {
    await page.goto(`/shelves/${cellar}`);
    await savedEverywhere(page);
    await untilAppCached(page);
    await page.context().setOffline(true);
    await link("Stats").click();
    await expect(title("Dashboard")).toBeFocused();
    await page.goBack();
    await link("New item").click();
    await openMore(form);
    await form.getByLabel("Title").fill("Lantern");
    await form.getByLabel("URL").fill("https://example.com/lantern");
    await form.getByRole("button", { name: "Create", exact: true }).click();
    await expect(itemRow(page, "Lantern")).toBeVisible();
    await page.context().setOffline(false);
    await savedEverywhere(page);
  });

  await test.step("the last row and the page's end scroll out from under the bar", async () => {
    await page.goto(`/shelves/${attic}`);
    const last = page.getByRole("button", { name: /^(More for|Delete) Thing/ }).last();
    await last.focus();
    expect(await isOnTop(last)).toBe(true);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect((await edgesOf(page.locator("#content"))).bottom).toBeLessThan((await edgesOf(bar)).top);
  });

  await test.step("axe finds nothing, and no tab is cut at 320 px with letters of twice the size", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    expect(await cutTabs(bar)).toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    expect(await cutTabs(bar)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    await expect(bar).toBeHidden();
  });
});

const edgesOf = async (element: Locator) => {
  const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 };
  return { top: y, bottom: y + height };
};

const isOnTop = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

const cutTabs = (bar: Locator): Promise<string[]> =>
  bar.evaluate((nav, smallestPx) => {
    const { bottom } = nav.getBoundingClientRect();
    let previousRight = 0;
    return [...nav.querySelectorAll<HTMLElement>("a, button")].flatMap((tab) => {
      const box = tab.getBoundingClientRect();
      const isCut =
        tab.scrollWidth > tab.clientWidth ||
        tab.scrollHeight > tab.clientHeight ||
        box.left < previousRight ||
        box.right > innerWidth ||
        box.bottom > bottom ||
        Math.min(box.width, box.height) < smallestPx;
      previousRight = box.right;
      return isCut ? [`${tab.textContent}: ${JSON.stringify(box)}`] : [];
    });
  }, SMALLEST_TARGET_PX);

test("while a shelf's screen loads, + already opens the form of that shelf", async ({ page, server }) => {
  let load: () => void = () => undefined;
  const isLoaded = new Promise<void>((resolve) => (load = resolve));
  await page.route(/shelf-screen.*\.js/, async (route) => {
    await isLoaded;
    await route.continue();
  });
  await signUp(page, server, { username: "tab" });
  const post = postAs(page.request, server.address);
  await postShelf(post, "Attic", 1);
  const cellar = await postShelf(post, "Cellar", 1);
  await openShelf(page, "Cellar");
  await expect(page).toHaveURL(`/shelves/${cellar}`);
  const add = page.getByRole("link", { name: "New item", exact: true });
  // Not awaited: the screen that waits takes the place of the last one after a second.
  expect(await add.getAttribute("href")).toBe(`/shelves/${cellar}?item=new`);
  await add.click();
  await expect(page).toHaveURL(`/shelves/${cellar}?item=new`);
  load();
  await expect(page.getByRole("dialog", { name: "Add New Item" })).toBeVisible();
});
