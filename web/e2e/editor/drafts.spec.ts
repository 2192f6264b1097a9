import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { draftsHere } from "#e2e/support/page/stored-drafts";
import { logout } from "#e2e/support/steps/navigation-steps";
import { OwnedChromium } from "#e2e/support/browsers/owned-chromium";
import {
  addButton,
  openMore,
  itemRow,
  makeShelf,
  openShelf,
  PICTURE,
  savedEverywhere,
} from "#e2e/support/steps/shelf-steps";
import { register, signIn, signUp } from "#e2e/support/steps/sign-up";
import { MAIN } from "#e2e/support/tags";

test.use({ serverEnv: { PLAN_LIMITS: "off" } });

const bar = (scope: Page | Locator) => scope.getByRole("status").filter({ hasText: "Unsaved draft" });
const continueButton = (scope: Page | Locator) => bar(scope).getByRole("button", { name: "Continue" });
const discard = (scope: Page | Locator) => bar(scope).getByRole("button", { name: "Discard" });
const itemDialog = (page: Page) => page.getByRole("dialog", { name: /Item$/ });

const untilStored = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(draftsHere)).toContain(text);

async function reopened(page: Page, path: string): Promise<Page> {
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto(path);
  return next;
}

test(
  "a half-typed item returns with its picture, offline too, until it is saved",
  MAIN,
  async ({ page, server, consoleWatch }) => {
    consoleWatch.allow(/net::ERR_/, /EventSource/, /\/assets\/(?:late\/ort|cut-out\.worker)/);
    await signUp(page, server, { username: "ada" });
    await makeShelf(page, "Kitchen");
    await openShelf(page, "Kitchen");
    const shelf = new URL(page.url()).pathname;
    await savedEverywhere(page);
    await untilAppCached(page);
    await addButton(page).click();
    await openMore(itemDialog(page));
    await itemDialog(page).getByLabel("Title").fill("The mug");
    await itemDialog(page).getByLabel("Take or choose a photo").setInputFiles(PICTURE);
    await expect(itemDialog(page).getByRole("button", { name: "Remove picture" })).toBeVisible();
    await untilStored(page, "The mug");
    await expect.poll(() => page.evaluate(draftsHere)).toContain("sha256");

    await page.context().setOffline(true);
    let tab = await reopened(page, shelf);
    await expect(bar(tab)).toHaveCount(0);
    await addButton(tab).click();
    await expect(itemDialog(tab).getByLabel("URL")).toBeVisible();
    await expect(itemDialog(tab).getByLabel("Title")).toHaveCount(0);
    await tab.setViewportSize({ width: 320, height: 640 });
    await expect(bar(itemDialog(tab))).toBeVisible();
    await expectNoAxeFindings(tab);
    await test.step("with the keyboard only", async () => {
      await tab.keyboard.press("Shift+Tab");
      await tab.keyboard.press("Shift+Tab");
      await expect(continueButton(tab)).toBeFocused();
      await tab.keyboard.press("Enter");
    });
    await expect(bar(tab)).toHaveCount(0);
    await expect(itemDialog(tab).getByLabel("Title")).toHaveValue("The mug");
    await expect(itemDialog(tab).getByLabel("URL")).toBeFocused();
    await expect(itemDialog(tab).getByRole("button", { name: "Remove picture" })).toBeVisible();

    await test.step("nothing is lost when the app is killed again before the save", async () => {
      await openMore(itemDialog(tab));
      await itemDialog(tab).getByLabel("Price").fill("12 €");
      await untilStored(tab, "12 €");
      tab = await reopened(tab, shelf);
      await addButton(tab).click();
      await continueButton(tab).click();
      await expect(itemDialog(tab).getByLabel("Price")).toHaveValue("12 €");
      await expect(itemDialog(tab).getByRole("button", { name: "Remove picture" })).toBeVisible();
    });
    await itemDialog(tab).getByLabel("URL").fill("https://example.com/mug");
    await itemDialog(tab).getByRole("button", { name: "Create", exact: true }).click();
    await expect(itemRow(tab, "The mug").locator("img")).toBeVisible();
    await expect.poll(() => tab.evaluate(draftsHere)).toBe("[]");
  },
);

test("each kind of form restores its draft, until the owner discards it", async ({ page, server }) => {
  test.setTimeout(120_000);
  await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  const shelf = new URL(page.url()).pathname;
  const CSS = ".shelv-name { letter-spacing: 3px }";
  const forms: {
    name: string;
    path: string;
    open?: (tab: Page) => Promise<void>;
    field: (tab: Page) => Locator;
    typed: string;
  }[] = [
    {
      name: "a new shelf",
      path: "/shelves?shelf=new",
      field: (tab) => tab.getByRole("dialog").getByLabel("Name"),
      typed: "Balcony",
    },
    {
      name: "a shelf",
      path: `${shelf}?edit=shelf`,
      field: (tab) => tab.getByRole("dialog").getByLabel("Description"),
      typed: "Where I cook",
    },
    {
      name: "a category",
      path: `${shelf}?category=new`,
      field: (tab) => tab.getByLabel("Category name"),
      typed: "Kniv",
    },
    { name: "the profile", path: "/account", field: (tab) => tab.getByLabel("Bio"), typed: "Half a senten" },
    {
      name: "the style sheet",
      path: "/appearance?tab=advanced",
      field: (tab) => tab.getByLabel("Custom CSS", { exact: true }),
      typed: CSS,
    },
  ];
  let tab = page;
  for (const { name, path, field, typed } of forms) {
    await test.step(name, async () => {
      await tab.goto(path);
      const before = await field(tab).inputValue();
      await field(tab).fill(typed);
      await untilStored(tab, typed);
      tab = await reopened(tab, path);
      await expect(field(tab)).toHaveValue(before);
      await continueButton(tab).click();
      await expect(field(tab)).toHaveValue(typed);
      tab = await reopened(tab, path);
      await discard(tab).click();
      await expect(bar(tab)).toHaveCount(0);
      await expect(field(tab)).toHaveValue(before);
      await expect.poll(() => tab.evaluate(draftsHere)).toBe("[]");
      tab = await reopened(tab, path);
      await expect(field(tab)).toBeVisible();
    });
  }
  await test.step("a link to another screen", async () => {
    await tab.goto("/profile");
    await tab.getByRole("button", { name: "Add Instagram" }).click();
    const field = (on: Page) => on.getByRole("textbox", { name: /Instagram/ });
    await expect(field(tab)).toBeFocused();
    await tab.keyboard.insertText("ada.coo");
    await untilStored(tab, "ada.coo");
    await savedEverywhere(tab);
    tab = await reopened(tab, "/profile");
    await continueButton(tab).click();
    await expect(field(tab)).toHaveValue("ada.coo");
  });
});

test("a discarded form offers no draft, and shows what another device changed", async ({ page, server }) => {
  await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Name") });
  await page.getByRole("button", { name: "Edit shelf" }).click();
  await dialog.getByLabel("Name").fill("Kitchen and bath");
  await untilStored(page, "Kitchen and bath");
  await page.keyboard.press("Escape");
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Discard" })
    .click();
  await expect.poll(() => page.evaluate(draftsHere)).toBe("[]");

  await page.getByRole("button", { name: "Edit shelf" }).click();
  await dialog.getByLabel("Name").fill("Kitchen and bath");
  await untilStored(page, "Kitchen and bath");
  await savedEverywhere(page);
  const path = new URL(page.url());
  const id = path.pathname.split("/").at(-1);
  await page.request.patch(`/api/shelves/${id}`, {
    headers: { Origin: server.address },
    data: { name: "Galley", description: "Pots" },
  });
  const tab = await reopened(page, path.pathname);
  await expect(tab.getByRole("heading", { name: "Galley" })).toBeVisible();
  await tab.getByRole("button", { name: "Edit shelf" }).click();
  const there = tab.getByRole("dialog");
  await continueButton(tab).click();
  await expect(there.getByLabel("Name")).toHaveValue("Kitchen and bath");
  await expect(there.getByLabel("Description")).toHaveValue("Pots");
});

test("a draft belongs to its own account, and signing out asks about it", async ({ page, server }) => {
  const ada = await signUp(page, server, { username: "ada" });
  await savedEverywhere(page);
  await page.goto("/account");
  await page.getByLabel("Bio").fill("Ada's half a sen");
  await untilStored(page, "half a sen");
  let tab = await reopened(page, "/shelves");
  await savedEverywhere(tab);
  await logout(tab);
  const question = tab.getByRole("dialog", { name: "Sign out with unsaved drafts?" });
  await expect(question).toContainText("What you typed in 1 form isn't saved yet. It's only on this device.");
  await expectNoAxeFindings(tab);
  await expect(question.getByRole("button", { name: "Send now, then sign out" })).toHaveCount(0);
  await question.getByRole("button", { name: "Keep here and sign out" }).click();
  await tab.waitForURL((url) => url.pathname === "/");
  await signUp(tab, server, { username: "bob" });
  await tab.goto("/account");
  await expect(tab.getByLabel("Bio")).toHaveValue("");
  await expect(bar(tab)).toHaveCount(0);
  await tab.goto("/shelves");
  await savedEverywhere(tab);
  await logout(tab);
  await tab.waitForURL((url) => url.pathname === "/");
  await signIn(tab, server, ada);
  tab = await reopened(tab, "/account");
  await continueButton(tab).click();
  await expect(tab.getByLabel("Bio")).toHaveValue("Ada's half a sen");
  tab = await reopened(tab, "/shelves");
  await logout(tab);
  await tab.getByRole("dialog").getByRole("button", { name: "Discard and sign out" }).click();
  await tab.waitForURL((url) => url.pathname === "/");
  expect(await tab.evaluate(draftsHere)).toBe("[]");
});

test("two tabs with one form have a draft each, which is offered once its tab is closed", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "ada" });
  await page.goto("/account");
  await page.getByLabel("Bio").fill("Typed in one tab");
  await untilStored(page, "Typed in one tab");
  const other = await page.context().newPage();
  await other.goto("/account");
  await other.getByLabel("Bio").fill("Typed in the other");
  await untilStored(other, "Typed in the other");
  await untilStored(other, "Typed in one tab");
  await expect(bar(other)).toHaveCount(0);
  const tab = await reopened(page, "/account");
  await continueButton(tab).click();
  await expect(tab.getByLabel("Bio")).toHaveValue("Typed in one tab");
  await expect(other.getByLabel("Bio")).toHaveValue("Typed in the other");
});

test("a full device shows one message, and the owner can continue to type", async ({ page, server }) => {
  await signUp(page, server, { username: "ada" });
  await page.goto("/account");
  await page.evaluate(() => {
    const original: (this: IDBObjectStore, value: unknown) => IDBRequest<IDBValidKey> = Reflect.get(
      IDBObjectStore.prototype,
      "put",
    );
    IDBObjectStore.prototype.put = function put(this: IDBObjectStore, value: unknown) {
      if (this.name === "drafts") throw new DOMException("Encountered full disk", "QuotaExceededError");
      return original.call(this, value);
    };
  });
  await page.getByLabel("Bio").fill("Half a sen");
  await expect(
    page.getByText("This device has no room to keep a draft of this. Save it before you close the app."),
  ).toBeVisible();
  await page.getByLabel("Display name").fill("Ada");
  await page.getByLabel("Bio").fill("Half a sentence");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Profile updated successfully", { exact: true })).toBeVisible();
});

test("a draft survives a killed browser, in each kind of form, offline too", async ({ server }) => {
  test.setTimeout(180_000);
  const profile = await mkdtemp(join(tmpdir(), "shelv-drafts-"));
  let browser = await OwnedChromium.open(profile);
  const reopen = async (path: string) => {
    await browser.kill();
    browser = await OwnedChromium.open(profile);
    await browser.page.goto(server.address + path);
  };
  const { page } = browser;
  await signUp(page, server, { username: "kim" }, server.address);
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  const shelf = new URL(page.url()).pathname;
  await savedEverywhere(page);
  await untilAppCached(page);
  await server.kill();
  const forms: [path: string, field: (tab: Page) => Locator][] = [
    [`${shelf}?item=new`, (tab) => itemDialog(tab).getByLabel("URL")],
    ["/shelves?shelf=new", (tab) => tab.getByRole("dialog").getByLabel("Name")],
    [`${shelf}?edit=shelf`, (tab) => tab.getByRole("dialog").getByLabel("Description")],
    [`${shelf}?category=new`, (tab) => tab.getByLabel("Category name")],
    ["/appearance?tab=advanced", (tab) => tab.getByLabel("Custom CSS", { exact: true })],
    ["/account", (tab) => tab.getByLabel("Bio")],
  ];
  for (const [at, [path, field]] of forms.entries()) {
    await test.step(path, async () => {
      await browser.page.goto(server.address + path);
      for (const typed of [`One ${at}`, `One ${at}, two`]) {
        await field(browser.page).fill(typed);
        await untilStored(browser.page, `"${typed}"`);
        await reopen(path);
        await continueButton(browser.page).click();
        await expect(field(browser.page)).toHaveValue(typed);
      }
    });
  }
  await browser.kill();
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

test("text typed in the setup survives a killed browser", async ({ server }) => {
  test.setTimeout(120_000);
  const profile = await mkdtemp(join(tmpdir(), "shelv-setup-"));
  let browser = await OwnedChromium.open(profile);
  await register(browser.page, server, { username: "lou" });
  const path = `${server.address}/onboarding/profile-setup`;
  await browser.page.goto(path);
  await browser.page.getByLabel("Bio").fill("Half a senten");
  await untilStored(browser.page, '"Half a senten"');
  await browser.kill();
  browser = await OwnedChromium.open(profile);
  await browser.page.goto(path);
  const bio = browser.page.getByLabel("Bio");
  await expect(bio).toBeVisible();
  if ((await bio.inputValue()) === "") await continueButton(browser.page).click();
  await expect(bio).toHaveValue("Half a senten");
  await browser.kill();
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});
