import type { Locator } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import {
  addItem,
  categoryForm,
  dismissToast,
  itemRow,
  makeShelf,
  moveByKeyboard,
  openShelf,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
  await expect(lower).toBeVisible();
  await expect.poll(async () => (await topOf(lower)) - (await topOf(upper))).toBeGreaterThan(0);
}

test("categories made offline filter the shelf for its owner and for visitors", async ({
  page,
  server,
  consoleWatch,
  openDevice,
}) => {
  test.slow();
  consoleWatch.allow(...NETWORK_GONE);
  await signUp(page, server, { username: "kaisa" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addItem(page, { title: "Iron pan", url: "https://example.com/pan" });
  await addItem(page, { title: "Bread knife", url: "https://example.com/knife" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await untilAppCached(page);
  await page.context().setOffline(true);

  const categories = page.getByRole("list", { name: "Categories of Kitchen" }).getByRole("listitem");
  const form = categoryForm(page);
  const add = async (name: string) => {
    await page.getByRole("button", { name: "Add a category" }).click();
    await form.getByLabel("Category name").fill(name);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form).toBeHidden();
  };

  await test.step("added, rejected without a name or with a second's, renamed, ordered by keyboard, deleted", async () => {
    await expectBelow(page.getByRole("button", { name: "Add a category" }), itemRow(page, "Bread knife"));
    await page.getByRole("button", { name: "Add a category" }).click();
    await expect(form.getByLabel("Category name")).toBeFocused();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form.getByLabel("Category name")).toHaveAccessibleDescription("Category name is required");
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await expect(page.getByRole("button", { name: "Add a category" })).toBeFocused();
    await add("Pans");
    await expectBelow(itemRow(page, "Iron pan"), categories.first());
    await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
    await add("Blades");
    await add("Gone soon");
    await page.getByRole("button", { name: "Rename Blades" }).click();
    await form.getByLabel("Category name").fill("pans ");
    await page.keyboard.press("Enter");
    await expect(form.getByLabel("Category name")).toHaveAccessibleDescription(
      "This shelf already has a category with that name",
    );
    await expectNoAxeFindings(page);
    await form.getByLabel("Category name").fill("Knives");
    await form.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("button", { name: "Rename Knives" })).toBeFocused();
    await moveByKeyboard(page, "Knives", { key: "ArrowLeft", toPlace: 1 });
    const deleteGoneSoon = async () => {
      await page.getByRole("button", { name: "Delete Gone soon" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(categories).toHaveText([/Knives/, /Pans/]);
    };
    await deleteGoneSoon();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(categories).toHaveText([/Knives/, /Pans/, /Gone soon/]);
    await deleteGoneSoon();
    await expect(page.getByRole("button", { name: "Delete Pans" })).toBeFocused();
    await dismissToast(page);
    await itemRow(page, "Iron pan").getByRole("link", { name: "Edit" }).click();
    await page.getByRole("dialog").getByRole("checkbox", { name: "Pans" }).check();
    await expectNoAxeFindings(page);
    await page.getByRole("dialog").getByRole("button", { name: "Update", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.reload();
    await expect(categories).toHaveText([/Knives/, /Pans/]);
    await expectNoAxeFindings(page);
  });

  await test.step("the preview shows the shelf as visitors see it, and its chips work", async () => {
    await page.goto(page.url().replace(/\?.*/, "") + "/preview");
    const shelf = page.frameLocator("iframe");
    await expect(shelf.getByText("Bread knife")).toBeVisible();
    const spaceBelow = () =>
      shelf.locator(".shelv-shelf").evaluate((drawn) => innerHeight - drawn.getBoundingClientRect().bottom);
    await expect.poll(spaceBelow, "the space below the shelf").toBeGreaterThanOrEqual(0);
    await expect.poll(spaceBelow, "the space below the shelf").toBeLessThan(60);
    await shelf.getByText("Pans").click();
    await expect(shelf.getByText("Bread knife")).toBeHidden();
    await expect(shelf.getByText("Iron pan")).toBeVisible();
    await expectNoAxeFindings(page);
  });

  await test.step("with a connection, visitors filter by those that have an item", async () => {
    await page.context().setOffline(false);
    await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
    const visitor = await openDevice();
    await visitor.goto("/kaisa");
    await expect(visitor.getByRole("radiogroup", { name: "Categories of Kitchen" })).toHaveText("AllPans");
    await expectNoAxeFindings(visitor);
  });
});
