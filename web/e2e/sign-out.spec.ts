/** Leaving a device: what was not sent is asked about, and only "discard" ever deletes it. */
import type { Page } from "@playwright/test";
import { expect, test } from "./app-test.ts";
import { hold } from "./hold.ts";
import { addItem, itemRow, makeShelf, openShelf, syncState } from "./shelf-steps.ts";
import { signIn, signUp } from "./sign-up.ts";

// A worker would send in the background what these tests hold back.
test.use({ serviceWorkers: "block" });
test.beforeEach(({ consoleWatch }) => consoleWatch.allow(/Service Worker registration blocked/, /net::ERR_FAILED/));

/** The accounts that this device holds something of. */
const heldAccounts = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith("shelv-") && name !== "shelv-device" ? [name] : [])));

async function logout(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Open navigation" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: "Logout" }).click();
}

/** The owner's changes stay on this device: the sync call fails, everything else works. */
const holdSync = (page: Page) => page.route("**/api/sync", (route) => route.abort());
const releaseSync = (page: Page) => page.unroute("**/api/sync");

test("with everything sent nothing is asked, and nothing of the account stays on the device", async ({ page, server }) => {
  await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  expect(await heldAccounts(page)).toHaveLength(1);
  await logout(page);
  await page.waitForURL((url) => url.pathname === "/");
  expect(await heldAccounts(page)).toEqual([]);
});

test("a sync that is on its way has its answer before the session ends", async ({ page, server }) => {
  await signUp(page, server, { username: "abe" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const letSync = await hold(page, /api\/sync$/);
  const syncing = page.waitForRequest(/api\/sync$/);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await syncing;
  const order: string[] = [];
  page.on("response", (response) => response.url().endsWith("/api/sync") && order.push(`synced ${response.status()}`));
  page.on("request", (request) => request.url().endsWith("/auth/logout") && order.push("signs out"));
  await logout(page);
  // Nothing tells that it waits.
  await page.waitForTimeout(1000);
  letSync();
  await page.waitForURL((url) => url.pathname === "/");
  expect(order).toEqual(["synced 200", "signs out"]);
});

test("what is kept on the device is sent at the next sign-in; what is discarded is gone", async ({ page, server }) => {
  const owner = await signUp(page, server, { username: "bob" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await holdSync(page);
  await makeShelf(page, "Kept");
  await test.step("who closes the question while it sends stays, with what was typed still guarded", async () => {
    let letSync = (): void => undefined;
    const maySync = new Promise<void>((resolve) => (letSync = resolve));
    await page.route("**/api/sync", (route) => maySync.then(() => route.abort()));
    await page.goto("/account?tab=profile");
    await page.getByLabel("Display name", { exact: true }).fill("Bo");
    await logout(page);
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Send now, then log out" }).click();
    await expect(page.getByRole("button", { name: "Discard and log out" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "My Shelv" }).locator("visible=true").first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByLabel("Display name", { exact: true })).toHaveValue("Bo");
    letSync();
    await page.goto("/shelves");
  });
  await test.step("Back takes the question along with the screen, wherever the navigation stands", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
    await logout(page);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
  });
  await logout(page);
  await page.getByRole("button", { name: "Keep here and log out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await heldAccounts(page)).toHaveLength(1);

  await releaseSync(page);
  await signIn(page, server, owner);
  await expect(page.getByRole("article", { name: "Kept" })).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");

  await holdSync(page);
  await makeShelf(page, "Discarded");
  await logout(page);
  await page.getByRole("button", { name: "Discard and log out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await releaseSync(page);
  await signIn(page, server, owner);
  await expect(page.getByRole("article", { name: "Kept" })).toBeVisible();
  await expect(page.getByRole("article", { name: "Discarded" })).toBeHidden();
});

test("a change that is refused in the very send before signing out is not lost", async ({ page: phone, server, openDevice }) => {
  await phone.addInitScript(() => Object.assign(navigator, { setAppBadge: async (count: number) => Object.assign(globalThis, { badge: count }) }));
  const owner = await signUp(phone, server, { username: "cleo" });
  await makeShelf(phone, "One");
  await makeShelf(phone, "Two");
  await expect(syncState(phone)).toHaveText("Saved everywhere");
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await expect(laptop.getByRole("article", { name: "Two" })).toBeVisible();
  await holdSync(phone);
  await makeShelf(phone, "Made on the phone");
  await makeShelf(laptop, "Made on the laptop");
  await expect(syncState(laptop)).toHaveText("Saved everywhere");

  await logout(phone);
  await releaseSync(phone);
  await phone.getByRole("button", { name: "Send now, then log out" }).click();
  await expect(phone.getByText("Not everything could be sent. Your changes are still here", { exact: true })).toBeVisible();
  await phone.goto("/unsaved");
  await expect(phone.getByRole("definition").getByText("Made on the phone")).toBeVisible();
  await phone.waitForFunction(() => Reflect.get(globalThis, "badge") === 1);
});

test("a form outlives the item that another device deletes under it", async ({ page: phone, server, openDevice }) => {
  const owner = await signUp(phone, server, { username: "dora" });
  await makeShelf(phone, "Books");
  await openShelf(phone, "Books");
  await addItem(phone, { title: "Atlas", url: "https://example.com/atlas" });
  await expect(syncState(phone)).toHaveText("Saved everywhere");
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await openShelf(laptop, "Books");

  await itemRow(phone, "Atlas").getByRole("link").click();
  await phone.getByLabel("Description").fill("Typed for a long time");
  await laptop.getByRole("button", { name: "Delete Atlas" }).click();
  await laptop.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(itemRow(phone, "Atlas")).toBeHidden();
  await phone.getByRole("button", { name: "Update", exact: true }).click();
  await expect(phone.getByText("Failed to update item: This item was deleted", { exact: true })).toBeVisible();
  await expect(phone.getByLabel("Description")).toHaveValue("Typed for a long time");
});

test("a store that does not answer keeps nobody from leaving, and what it holds stays", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/Internal error/);
  await signUp(page, server, { username: "fay" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await page.evaluate(() => {
    // Dexie holds on to a database's own `transaction` from when it was opened; what it reads with, it looks up each time.
    const original: IDBObjectStore["get"] = Reflect.get(IDBObjectStore.prototype, "get");
    IDBObjectStore.prototype.get = function get(this: IDBObjectStore, key) {
      if (this.transaction.db.name !== "shelv-device") throw new DOMException("Internal error.", "UnknownError");
      return original.call(this, key);
    };
  });
  await logout(page);
  await page.waitForURL((url) => url.pathname === "/");
  expect(await heldAccounts(page)).toHaveLength(1);
});

test("a tab whose account was signed out in another one leaves too", async ({ page, context, server }) => {
  await signUp(page, server, { username: "emil" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const other = await context.newPage();
  await other.goto("/shelves");
  await expect(syncState(other)).toHaveText("Saved everywhere");
  await logout(page);
  await other.waitForURL((url) => url.pathname === "/login");
  await page.waitForURL((url) => url.pathname === "/");
});
