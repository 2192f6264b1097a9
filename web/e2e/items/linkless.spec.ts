import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { listedItem } from "#e2e/support/steps/item-steps";
import { addButton, openMore, makeShelf, savedEverywhere } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

test("a thing without a link, made offline, stands on the page of visitors, and nothing of it can be followed", async ({
  page,
  server,
  browser,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  await signUp(page, server, { username: "ines" });
  await makeShelf(page, "Kiln");
  await page.goto("/items");
  await untilAppCached(page);
  await page.context().setOffline(true);
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(dialog);
  await dialog.getByLabel("Title").fill("The sold pot");
  await dialog.getByLabel("Price").fill("$90");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(listedItem(page, "The sold pot")).toContainText("No link");
  await listedItem(page, "The sold pot").getByRole("button", { name: "More for The sold pot" }).click();
  await expect(page.getByRole("menuitem", { name: "Stats" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Refresh details" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.context().setOffline(false);
  await savedEverywhere(page);

  const visitor = await browser.newPage({ baseURL: server.address });
  await visitor.goto("/ines");
  const thing = visitor.getByRole("listitem").filter({ hasText: "The sold pot" });
  await expect(thing).toContainText("$90");
  await expect(thing.locator(".shelv-drawing")).toBeVisible();
  await expect(thing.getByRole("link")).toHaveCount(0);
  await expectNoAxeFindings(visitor);
  await visitor.close();
});
