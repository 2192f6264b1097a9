import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/app-test";
import { axeFindings } from "#e2e/support/axe";
import { openNavigation } from "#e2e/support/steps/navigation-steps";
import type { TestServer } from "#e2e/support/server";
import {
  addItem,
  backToShelves,
  categoryForm,
  deleteHere,
  itemRow,
  makeShelf,
  openShelf,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { MAIN } from "#e2e/support/tags";

test.use({ serviceWorkers: "block" });
test.beforeEach(({ consoleWatch }) => consoleWatch.allow(/net::ERR_FAILED/));

/**
 * Drops all syncs until the returned function is called. The route stays: a request held for a removed one
 * may never go on.
 */
async function dropSyncs(page: Page): Promise<() => void> {
  let isDropping = true;
  await page.route("**/api/sync", (route) => (isDropping ? route.abort() : route.continue()));
  return () => {
    isDropping = false;
  };
}

async function describeAtlas(page: Page, text: string): Promise<void> {
  await itemRow(page, "Atlas").getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Description").fill(text);
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

const category = (page: Page, name: string) =>
  page.getByRole("list", { name: "Categories of Books" }).getByText(name, { exact: true });

const openRename = (page: Page, name: string) => page.getByRole("button", { name: `Rename ${name}` }).click();

async function rename(page: Page, name?: string): Promise<void> {
  const form = categoryForm(page);
  if (name !== undefined) await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(form).toBeHidden();
}

async function unsavedLink(page: Page) {
  await openNavigation(page);
  return page.getByRole("link", { name: /^(Unsaved changes|Changed elsewhere)/ }).filter({ visible: true });
}

async function bothAtBooks(
  phone: Page,
  server: TestServer,
  openDevice: () => Promise<Page>,
  username: string,
): Promise<Page> {
  const owner = await signUp(phone, server, { username });
  await makeShelf(phone, "Books");
  await openShelf(phone, "Books");
  await addItem(phone, { title: "Atlas", url: "https://example.com/atlas" });
  await expect(syncState(phone)).toHaveText("Saved everywhere");
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await openShelf(laptop, "Books");
  await expect(itemRow(laptop, "Atlas")).toBeVisible();
  return laptop;
}

test(
  "every screen counts an overwritten value, until its owner decides",
  MAIN,
  async ({ page: phone, server, openDevice }) => {
    const laptop = await bothAtBooks(phone, server, openDevice, "gus");

    const endDropping = await dropSyncs(phone);
    await describeAtlas(phone, "From the phone");
    await describeAtlas(laptop, "From the laptop");
    await expect(syncState(laptop)).toHaveText("Saved everywhere");
    endDropping();
    await phone.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(syncState(phone)).toHaveText("Saved everywhere");

    await laptop.goto("/items");
    await expect(laptop.getByRole("main").getByText("From the laptop")).toBeVisible();
    const link = await unsavedLink(laptop);
    await expect(link).toHaveText("Changed elsewhere1");
    await link.click();
    await expect(laptop.getByRole("heading", { name: "Changed elsewhere", level: 1 })).toBeVisible();
    await expect(laptop.getByRole("main").getByText("From the laptop")).toBeVisible();
    await expect(laptop.getByRole("heading", { name: "Nothing waiting" })).toBeHidden();
    await laptop.getByRole("main").getByRole("button", { name: "Use “From the laptop”" }).click();
    await expect(laptop.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(laptop.getByRole("heading", { name: "Nothing waiting" })).toBeVisible();
    await expect(syncState(laptop)).toHaveText("Saved everywhere");
    await expect(await unsavedLink(laptop)).toHaveCount(0);

    await test.step("a name that another device changed while its form was open is neither reverted nor overwritten silently", async () => {
      await phone.getByRole("button", { name: "Add a category" }).click();
      await categoryForm(phone).getByLabel("Name").fill("Maps");
      await categoryForm(phone).getByRole("button", { name: "Add", exact: true }).click();
      await laptop.goto(phone.url().replace(/\?.*/, ""));
      await openRename(laptop, "Maps");
      await openRename(phone, "Maps");
      await rename(phone, "Charts");
      await expect(category(laptop, "Charts")).toBeVisible();
      await rename(laptop);
      await expect(category(laptop, "Charts")).toBeVisible();

      await openRename(laptop, "Charts");
      await openRename(phone, "Charts");
      await rename(phone, "Plans");
      await expect(category(laptop, "Plans")).toBeVisible();
      await rename(laptop, "Globes");
      await expect(phone.getByRole("list", { name: "Changed on another device" })).toContainText(
        "Use “Plans”",
      );
    });

    await test.step("an item deleted by another device returns with its new name, if its owner restores it", async () => {
      await openRename(laptop, "Globes");
      await phone.getByRole("button", { name: "Delete Globes" }).click();
      await phone.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(category(laptop, "Globes")).toBeHidden();
      const form = categoryForm(laptop);
      await form.getByLabel("Name").fill("Terrestrial globes");
      await form.getByRole("button", { name: "Rename", exact: true }).click();
      await expect(
        laptop.getByText("Failed to update category: This category was deleted", { exact: true }),
      ).toBeVisible();
      await form.getByRole("button", { name: "Restore and rename" }).click();
      await expect(category(phone, "Terrestrial globes")).toBeVisible();
    });
  },
);

test("a form survives when another device deletes its item", async ({ page: phone, server, openDevice }) => {
  const laptop = await bothAtBooks(phone, server, openDevice, "dora");

  await itemRow(phone, "Atlas").getByRole("link", { name: "Edit" }).click();
  await phone.getByLabel("Description").fill("Typed for a long time");
  await deleteHere(laptop, "Atlas");
  await expect(itemRow(phone, "Atlas")).toBeHidden();
  await phone.getByRole("button", { name: "Update", exact: true }).click();
  await expect(
    phone.getByText("Failed to update item: This item was deleted", { exact: true }),
  ).toBeVisible();
  await expect(phone.getByLabel("Description")).toHaveValue("Typed for a long time");

  await phone.getByRole("button", { name: "Restore and update" }).click();
  await expect(itemRow(phone, "Atlas")).toBeVisible();
  await expect(itemRow(laptop, "Atlas")).toBeVisible();
  await itemRow(laptop, "Atlas").getByRole("link", { name: "Edit" }).click();
  await expect(laptop.getByLabel("Description")).toHaveValue("Typed for a long time");

  await test.step("the same without typed text, when another shelf is chosen", async () => {
    await laptop.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await backToShelves(phone);
    await makeShelf(phone, "Maps");
    await openShelf(phone, "Books");
    await itemRow(phone, "Atlas").getByRole("link", { name: "Edit" }).click();
    await phone.getByLabel("Shelf", { exact: true }).selectOption({ label: "📚 Maps" });
    await deleteHere(laptop, "Atlas");
    await expect(itemRow(phone, "Atlas")).toBeHidden();
    await phone.getByRole("button", { name: "Update", exact: true }).click();
    await expect(
      phone.getByText("Failed to update item: This item was deleted", { exact: true }).last(),
    ).toBeVisible();
    await phone.getByRole("button", { name: "Restore and update" }).click();
    await expect(phone.getByRole("dialog")).toBeHidden();
    await backToShelves(phone);
    await expect(phone.getByRole("article", { name: "Maps" }).getByText("Atlas")).toBeVisible();
  });
});

test("a field's first value is offered back too; text typed since stays", async ({
  page: phone,
  server,
  openDevice,
}) => {
  const owner = await signUp(phone, server, { username: "liv" });
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  for (const device of [phone, laptop]) {
    await device.goto("/account");
    await expect(syncState(device)).toHaveText("Saved everywhere");
  }
  const saveLocation = async (device: Page, location: string) => {
    await device.getByLabel("Display name").fill("Liv");
    await device.getByLabel("Location").fill(location);
    await device.getByRole("button", { name: "Save Changes" }).click();
    await expect(device.getByText("Profile updated successfully", { exact: true })).toBeVisible();
  };
  const endDropping = await dropSyncs(phone);
  await saveLocation(phone, "Paris");
  const sent = laptop.waitForResponse(
    (response) =>
      response.url().endsWith("/api/sync") && response.request().postData()?.includes("Rome") === true,
  );
  await saveLocation(laptop, "Rome");
  await sent;

  const bio = laptop.getByLabel("Bio");
  await bio.fill("Typed for a long time");
  const { y } = (await bio.boundingBox()) ?? {};
  endDropping();
  await phone.evaluate(() => dispatchEvent(new Event("focus")));
  const notice = laptop.getByRole("list", { name: "Changed on another device" });
  await expect(notice).toContainText("Location of your profile was also changed on another device");
  await expect(notice).toContainText("Use “Rome”");
  await expect(notice).toContainText("Keep “Paris”");
  await expect(bio).toBeFocused();
  expect((await bio.boundingBox())?.y).toBeCloseTo(y ?? 0, 0);
});

test("an item deleted without another device's edit is offered back with it", async ({
  page: phone,
  server,
  openDevice,
}) => {
  const laptop = await bothAtBooks(phone, server, openDevice, "eli");
  const endDropping = await dropSyncs(phone);
  await deleteHere(phone, "Atlas");
  await expect(itemRow(phone, "Atlas")).toBeHidden();
  await describeAtlas(laptop, "From the laptop");
  await expect(syncState(laptop)).toHaveText("Saved everywhere");
  endDropping();
  await phone.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(itemRow(laptop, "Atlas")).toBeHidden();

  await (await unsavedLink(laptop)).click();
  const notice = laptop.getByRole("list", { name: "Changed on another device" });
  await expect(notice).toContainText("Atlas was deleted on another device after your edit");
  expect(await axeFindings(laptop)).toEqual([]);
  await notice.getByRole("button", { name: "Restore" }).click();
  await expect(laptop.getByRole("heading", { name: "Nothing waiting" })).toBeVisible();
  await expect(itemRow(phone, "Atlas")).toBeVisible();
  await itemRow(phone, "Atlas").getByRole("link", { name: "Edit" }).click();
  await expect(phone.getByLabel("Description")).toHaveValue("From the laptop");
});
