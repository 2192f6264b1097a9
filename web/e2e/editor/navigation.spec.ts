import { SERVER_PATHS } from "@shelv/contract/paths";
import { expect, test } from "#e2e/support/app-test";
import { holdRequests } from "#e2e/support/network/hold-requests";
import { menuButton } from "#e2e/support/steps/navigation-steps";
import { postAs } from "#e2e/support/owner-request";
import { watchSystemBack } from "#e2e/support/page/system-back";
import { deletionControl, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { BOTH_SIZES } from "#e2e/support/tags";

const GOES_WITHIN_MS = 3500;

test(
  "the drawer closes on Escape, a click beside it and navigation; the theme precedes the first paint",
  BOTH_SIZES,
  async ({ page, server, isMobile }) => {
    await signUp(page, server, { username: "noa" });
    const drawer = page.getByRole("dialog", { name: "Main" });
    const menu = menuButton(page);
    const shown = (name: string) => page.getByRole("link", { name, exact: true }).locator("visible=true");

    if (isMobile) {
      await expect(shown("Profile")).toHaveCount(0);
      await menu.click();
      await expect(drawer.getByRole("link")).toHaveText([
        "Shelv",
        "Dashboard",
        "My Shelv",
        "Links & Items",
        "Appearance",
        "Profile",
        "Account",
        /Noa|noa@noa/,
      ]);
      await expect(drawer.locator(":focus")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(drawer).toBeHidden();
      await expect(menu).toBeFocused();
      await page.evaluate(pressEscapeOnceADialogIsThere);
      await menu.click();
      await expect(menu, "it closed before it took the focus").toHaveAttribute("aria-expanded", "false");
      await expect(drawer).toBeHidden();
      await expect(menu).toBeFocused();
      await menu.click();
      await expect(drawer).toBeVisible();
      await page.touchscreen.tap(15, 500);
      await expect(drawer).toBeHidden();
      await menu.click();
      await expect(drawer).toBeVisible();
      const phone = page.viewportSize() ?? { width: 0, height: 0 };
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect(menu).toBeHidden();
      await expect(page.getByRole("complementary"), "the page shows it").toBeVisible();
      await page.setViewportSize(phone);
      await expect(menu).toBeVisible();
      await expect(drawer).toBeHidden();
      await menu.click();
      await shown("My Shelv").click();
      await expect(drawer).toBeHidden();
      await menu.click();
    } else {
      await expect(menu).toBeHidden();
    }
    await shown("Profile").click();
    await expect(page).toHaveTitle("Profile · Shelv");
    await expect(drawer).toBeHidden();
    if (isMobile) {
      await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeFocused();
      await menu.click();
      await expect(drawer).toBeVisible();
      await page.goBack();
      await expect(drawer).toBeHidden();
      await expect(menu).toBeFocused();
      await expect(page).toHaveTitle("Profile · Shelv");
    }
    await page.goBack();
    await expect(page.getByRole("heading", { name: "My Shelv" })).toBeFocused();
    await expect(drawer).toBeHidden();
    await page.goForward();
    await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeFocused();

    const root = page.locator("html");
    const choose = async (theme: string) => {
      if (isMobile) await menu.click();
      await page
        .getByRole("radiogroup", { name: "Theme of the editor" })
        .getByText(theme, { exact: true })
        .locator("visible=true")
        .click();
      if (isMobile) await page.keyboard.press("Escape");
    };
    await page.emulateMedia({ colorScheme: "light" });
    await choose("Dark");
    await expect(root).toContainClass("dark");
    expect(await page.evaluate(() => localStorage.getItem("ui-theme"))).toBe("dark");
    await page.addInitScript(noteFirstTheme);
    await page.reload();
    expect(await page.evaluate(() => (globalThis as { firstTheme?: string }).firstTheme)).toMatch(/\bdark\b/);
    await choose("System");
    await expect(root).toContainClass("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(root).toContainClass("dark");

    const chosen = page
      .getByRole("radiogroup", { name: "Theme of the editor" })
      .locator("label[data-active]")
      .first();
    if (isMobile) await menu.click();
    await expect(chosen).toHaveCSS("outline-style", "none");
    await page.emulateMedia({ forcedColors: "active" });
    await expect(chosen).toHaveCSS("outline-style", "solid");
    await page.emulateMedia({ forcedColors: "none" });

    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/shelves?shelf=new");
    await expect(page.getByRole("dialog", { name: "Create New Shelf" })).toHaveCSS(
      "animation-duration",
      "1e-05s",
    );
  },
);

test(
  "a phone's Back closes the top layer, also without history; Escape is handled once",
  BOTH_SIZES,
  async ({ page, server, isMobile }) => {
    const pressBack = await watchSystemBack(page);
    await signUp(page, server, { username: "nia" });
    await page.goto("/account?tab=settings");
    const dialog = page.getByRole("dialog");
    const ask = page.getByRole("button", { name: "Delete account" });
    await ask.click();
    await pressBack();
    await expect(dialog).toHaveCount(0);
    await expect(ask).toBeFocused();
    if (isMobile) {
      const menu = menuButton(page);
      await menu.click();
      await expect(dialog.locator(":focus")).toBeVisible();
      await pressBack();
      await expect(dialog).toHaveCount(0);
      await expect(menu).toBeFocused();
    }

    await ask.click();
    await dialog.getByRole("button", { name: "Send code" }).click();
    const toast = page.getByText("Verification code sent", { exact: true }).locator("visible=true").first();
    await expect(toast).toBeVisible();
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
    await expect(toast).toHaveCount(0);
    await expect(page.locator("[data-leaving]")).toHaveCount(0);
    await expect(dialog.getByLabel("Verification code")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  },
);

test.describe("with nothing cached on the device", () => {
  test.use({ serviceWorkers: "block" });

  test("a loading screen leaves the focus in the open drawer", async ({ page, server }) => {
    await signUp(page, server, { username: "ola" });
    const [releaseScreen, releaseDrawer] = [
      await holdRequests(page, /assets\/account-screen-.*js/),
      await holdRequests(page, /assets\/navigation-drawer-/),
    ];
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await expect(page).toHaveURL(/account/);
    const menu = menuButton(page);
    await menu.click();
    releaseScreen();
    await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
    await expect(menu).toBeFocused();
    releaseDrawer();
    await expect(page.getByRole("dialog", { name: "Main" }).locator(":focus")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();

    const releaseProfile = await holdRequests(page, /assets\/profile-screen-.*js/);
    const profile = page.getByRole("heading", { name: "Profile", level: 1 });
    await test.step("a screen that loads after the drawer closed does not take the focus", async () => {
      await menu.click();
      await page
        .getByRole("dialog", { name: "Main" })
        .getByRole("link", { name: "Profile", exact: true })
        .click();
      await expect(page).toHaveURL(/profile/);
      await menu.click();
      await expect(page.getByRole("dialog", { name: "Main" }).locator(":focus")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(menu).toBeFocused();
      releaseProfile();
      await expect(profile).toBeVisible();
      await expect(menu).toBeFocused();
    });
    await test.step("navigation by the drawer, and by Back, puts the focus on the title", async () => {
      await page.goBack();
      await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeFocused();
      await page.goForward();
      await expect(profile).toBeFocused();
      await menu.click();
      await page
        .getByRole("dialog", { name: "Main" })
        .getByRole("link", { name: "My Shelv", exact: true })
        .click();
      await expect(page.getByRole("heading", { name: "My Shelv", level: 1 })).toBeFocused();
    });
  });

  test("focus in a list stays when the code for sorting loads", async ({ page, server }) => {
    await signUp(page, server, { username: "ivo" });
    const post = postAs(page.request, server.address);
    for (const name of ["Books", "Books"]) await post("/api/shelves", { data: { name } });
    await expect(page.getByRole("article", { name: "Books" })).toHaveCount(2);
    const releaseList = await holdRequests(page, /assets\/sortable-/);
    await page.reload();
    const removal = deletionControl(page, "Books");
    await removal.focus();
    releaseList();
    await expect(page.getByRole("button", { name: "Move Books" })).toHaveCount(2);
    await expect(removal).toBeFocused();
  });

  test("a press on a list is a click, though the code for sorting loads before its release", async ({
    page,
    server,
  }) => {
    await signUp(page, server, { username: "eva" });
    await postAs(page.request, server.address)("/api/shelves", { data: { name: "Books" } });
    await expect(page.getByRole("article", { name: "Books" })).toBeVisible();
    const releaseList = await holdRequests(page, /assets\/sortable-/);
    await page.reload();
    await page.getByRole("button", { name: "More for Books" }).hover();
    await page.mouse.down();
    const loads = page.waitForResponse(/assets\/sortable-.*js/);
    releaseList();
    await (await loads).finished();
    for (let frame = 0; frame < 20; frame += 1)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await expect(page.getByRole("button", { name: "Move Books" })).toHaveCount(0);
    await page.mouse.up();
    await expect(page.getByRole("menu", { name: "More for Books" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Move Books", includeHidden: true })).toHaveCount(1);
  });

  test("Preview retries a sync without code, and follows no owner to another screen", async ({
    page,
    server,
    consoleWatch,
  }) => {
    consoleWatch.allow(/net::ERR_FAILED/);
    await signUp(page, server, { username: "pia" });
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await page.route(/assets\/sync-loop-/, (route) => route.abort(), { times: 1 });
    const releaseSync = await holdRequests(page, /api\/sync$/);
    const synced = page.waitForResponse(/api\/sync$/);
    const documents: string[] = [];
    page.on(
      "request",
      (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname),
    );
    const releaseScreen = await holdRequests(page, /assets\/account-screen-.*js/);
    await page.goto("/items");
    await page.getByRole("link", { name: "Preview" }).click();
    await page.getByRole("link", { name: "Account", exact: true }).click();
    // Preview would open after this time; no event marks that it does not.
    await page.waitForTimeout(GOES_WITHIN_MS);
    releaseScreen();
    await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
    releaseSync();
    await synced;

    const releaseSyncAgain = await holdRequests(page, /api\/sync$/);
    await page.goto("/account?tab=settings");
    await page.getByRole("link", { name: "Preview" }).first().click();
    await page.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    const syncedAgain = page.waitForResponse(/api\/sync$/);
    releaseSyncAgain();
    await syncedAgain;
    await expect(page.getByRole("link", { name: "Preview" }).first()).not.toHaveAttribute("data-loading");
    await page.evaluate((health) => fetch(health), SERVER_PATHS.health);
    await expect(page.getByRole("dialog"), "an open question keeps the owner there too").toBeVisible();
    expect(documents).not.toContain("/pia");
  });
});

const noteFirstTheme = () =>
  new MutationObserver((_, observer) => {
    if (document.body === null) return;
    observer.disconnect();
    Object.assign(globalThis, { firstTheme: document.documentElement.className });
  }).observe(document, { childList: true, subtree: true });

const pressEscapeOnceADialogIsThere = () =>
  new MutationObserver((_, observer) => {
    if (document.querySelector("[role=dialog]") === null) return;
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }).observe(document, { childList: true, subtree: true });
