import { expect, test } from "#e2e/support/app-test";
import { storedAccounts } from "#e2e/support/page/stored-accounts";
import { holdRequests } from "#e2e/support/network/hold-requests";
import { listedItem } from "#e2e/support/steps/item-steps";
import { logout } from "#e2e/support/steps/navigation-steps";
import {
  addButton,
  openMore,
  addItem,
  deleteHere,
  makeShelf,
  openShelf,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

// Files cached by a worker cause no request to delay.
test.use({ serviceWorkers: "block" });

const STORE = /\/assets\/local-store-.*js/;

test("first screens show before the store loads; a dialog opened earlier appears with it", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "lena" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addItem(page, { title: "The mug", url: "https://example.com/mug" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const shelf = new URL(page.url()).pathname;

  const releaseStore = await holdRequests(page, STORE);
  const isThere = [
    ["/shelves", page.getByRole("article", { name: "Kitchen" }).getByText("The mug")],
    [shelf, page.getByRole("region", { name: "Items" }).getByText("The mug")],
    ["/dashboard", page.getByRole("row", { name: /Kitchen/ })],
    ["/profile", page.getByRole("img", { name: /^QR code/ })],
    ["/account", page.getByLabel("Display name")],
    ["/items", listedItem(page, "The mug")],
  ] as const;
  for (const [path, what] of isThere) {
    await page.goto(path);
    await expect(what, path).toBeVisible();
  }

  await addButton(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Add New Item" })).toBeHidden();
  releaseStore();
  await openMore(page.getByRole("dialog"));
  await page.getByRole("dialog").getByLabel("Title").fill("The pan");
  await page.getByRole("dialog").getByLabel("URL").fill("https://example.com/pan");
  await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click();
  await expect(listedItem(page, "The pan")).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
});

test("changes in another tab arrive when the store loads: an edit, and signing out", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "mona" });
  await makeShelf(page, "Kitchen");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const openLate = async () => {
    const late = await page.context().newPage();
    const releaseStore = await holdRequests(late, STORE);
    await late.goto("/shelves");
    await expect(late.getByRole("article", { name: "Kitchen" })).toBeVisible();
    return { late, releaseStore };
  };
  const first = await openLate();
  await makeShelf(page, "Workshop");
  first.releaseStore();
  await expect(first.late.getByRole("article", { name: "Workshop" })).toBeVisible();
  await first.late.close();

  const second = await openLate();
  await logout(page);
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => storedAccounts(page)).toEqual([]);
  second.releaseStore();
  await second.late.waitForURL(/\/login/);
  expect(await storedAccounts(page)).toEqual([]);
});

test("a change shows as failed if the store's code does not load, before the page reloads", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/net::ERR_/, /Failed to fetch dynamically/);
  await signUp(page, server, { username: "nele" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addItem(page, { title: "The mug", url: "https://example.com/mug" });
  await expect(syncState(page)).toHaveText("Saved everywhere");

  await page.route(STORE, (route) => route.abort());
  await page.goto("/items");
  const remove = () => deleteHere(page, "The mug");
  await remove();
  await expect(
    page.getByText("Failed to delete item: Something went wrong. Please try again", { exact: true }),
  ).toBeVisible();
  await expect(listedItem(page, "The mug")).toBeVisible();
  const isNew = page.waitForEvent("load");
  await page.unroute(STORE);
  await isNew;
  await remove();
  await expect(listedItem(page, "The mug")).toBeHidden();
  await expect(syncState(page)).toHaveText("Saved everywhere");
});
