import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { failNextWrite } from "#e2e/support/page/fail-writes";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { watchSystemBack } from "#e2e/support/page/system-back";
import {
  addItem,
  backToShelves,
  deleteHere,
  dismissToast,
  itemRow,
  makeShelf,
  openShelf,
  renameShelf,
  savedEverywhere,
  shelfNames,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";

async function renameItem(page: Page, from: string, to: string): Promise<void> {
  await itemRow(page, from).getByRole("link", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(to);
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toBeHidden();
}

test("edits of rows deleted elsewhere are in the tray: one restores its shelf, one is corrected", async ({
  page: phone,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  const owner = await signUp(phone, server, { username: "eve" });
  for (const name of ["Books", "Films"]) await makeShelf(phone, name);
  await openShelf(phone, "Books");
  await addItem(phone, { title: "Mug", url: "https://example.com/mug" });
  await dismissToast(phone);
  await savedEverywhere(phone);
  await untilAppCached(phone);
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await expect(laptop.getByRole("article", { name: "Films" })).toBeVisible();

  await phone.context().setOffline(true);
  await renameItem(phone, "Mug", "A red mgu");
  await backToShelves(phone);
  await openShelf(phone, "Films");
  await renameShelf(phone, "Films I love");
  await deleteHere(laptop, "Films");
  await dismissToast(laptop);
  await openShelf(laptop, "Books");
  await deleteHere(laptop, "Mug");
  const onServer = async () =>
    (await (await laptop.request.get("/api/shelves")).json()) as { name: string; itemCount: number }[];
  await expect
    .poll(async () => (await onServer()).map(({ name, itemCount }) => `${name} ${itemCount}`))
    .toEqual(["Books 0"]);
  await phone.context().setOffline(false);
  await expect(syncState(phone)).toHaveText("2 need attention", { timeout: 30_000 });

  await phone.goto("/unsaved");
  const entry = (name: string) => phone.getByRole("main").getByRole("article").filter({ hasText: name });
  await expect(entry("Changes to an item")).toContainText("Mug, on Books");
  await expectNoAxeFindings(phone);
  await entry("Changes to a shelf").getByRole("button", { name: "Restore and retry" }).click();
  await expect(entry("Changes to a shelf")).toHaveCount(0);
  await expect(entry("Changes to an item").getByRole("button", { name: "Restore and retry" })).toBeFocused();

  await entry("Changes to an item").getByRole("button", { name: "Edit" }).click();
  const dialog = phone.getByRole("dialog");
  await expect(dialog.getByLabel("Title")).toHaveValue("A red mgu");
  await dialog.getByLabel("Title").fill("A red mug");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(phone.getByRole("heading", { name: "Nothing waiting" })).toBeVisible();
  await expect(phone.getByRole("heading", { level: 1 })).toBeFocused();
  await savedEverywhere(phone);

  await expect(itemRow(laptop, "A red mug")).toBeVisible();
  await backToShelves(laptop);
  await expect.poll(() => shelfNames(laptop)).toEqual(["Books", "Films I love"]);
});

test("a rejected change is corrected in the tray, and dependent changes follow", async ({
  page: phone,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  const pressBack = await watchSystemBack(phone);
  const owner = await signUp(phone, server, { username: "ida" });
  for (const name of ["One", "Two"]) await makeShelf(phone, name);
  await savedEverywhere(phone);
  await untilAppCached(phone);
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await expect(laptop.getByRole("article", { name: "Two" })).toBeVisible();
  await phone.context().setOffline(true);
  await makeShelf(phone, "Boks");
  await openShelf(phone, "Boks");
  await addItem(phone, { title: "A letter", url: "https://example.com/letter" });
  await makeShelf(laptop, "Three");
  await savedEverywhere(laptop);
  await phone.context().setOffline(false);
  await expect(syncState(phone)).toHaveText("1 needs attention", { timeout: 30_000 });

  await phone.goto("/unsaved");
  await expect(phone.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(phone.getByRole("main").getByRole("article")).toContainText("A letter");
  await phone.getByRole("button", { name: "Edit: A letter, on Boks" }).click();
  const dialog = phone.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("Choose a shelf", { exact: true }).last()).toBeVisible();
  await dialog.getByLabel("Shelf", { exact: true }).selectOption({ label: "📚 One" });
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(syncState(phone)).toHaveText("1 needs attention", { timeout: 30_000 });
  await expect(laptop.getByRole("article", { name: "One" }).getByText("A letter")).toBeVisible();

  await deleteHere(laptop, "Two");
  await savedEverywhere(laptop);
  await test.step("Back closes the correction, asks when it has unsaved text, and leaves the tray unchanged", async () => {
    await phone.goto("/shelves");
    await phone.getByRole("link", { name: "1 needs attention" }).click();
    const edit = phone.getByRole("button", { name: "Edit", exact: true });
    await edit.click();
    await expect(dialog.getByLabel("Name")).toHaveValue("Boks");
    await phone.goBack();
    await expect(dialog).toHaveCount(0);
    await edit.click();
    await dialog.getByLabel("Name").fill("Films");
    const question = phone.getByRole("dialog", { name: "Leave without saving?" });
    for (const goBack of [pressBack, pressBack, () => phone.goBack()]) {
      await goBack();
      await question.getByRole("button", { name: "Keep editing" }).click();
      await expect(question).toHaveCount(0);
      await expect(dialog.getByLabel("Name")).toHaveValue("Films");
    }
    await phone.goBack();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toHaveCount(0);
    await phone.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeVisible();
    await phone.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(edit).toBeVisible();
  });
  await phone.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByLabel("Name").fill("Books");
  await dialog.getByRole("radio", { name: "Film" }).check();
  await expect(async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden({ timeout: 2000 });
  }).toPass();
  await savedEverywhere(phone);
  await expect.poll(async () => (await shelfNames(laptop)).toSorted()).toEqual(["Books", "One", "Three"]);
  await expect(laptop.getByRole("article", { name: "Books" })).toContainText("🎬");
});

test("a look outside the plan is listed, saved without that part, or chosen again", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  await signUp(page, server, { username: "pia" });
  const choosePlan = (plan: string) =>
    page.request.put("/api/user/plan", { headers: { Origin: server.address }, data: { plan } });
  await choosePlan("pro");
  await page.goto("/appearance?tab=styling");
  await expect(page.getByRole("radio", { name: "Serif" })).toBeEnabled();
  await savedEverywhere(page);
  await untilAppCached(page);
  await page.context().setOffline(true);
  const save = async () => {
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  };
  await page.getByRole("radio", { name: "Serif" }).check();
  await page.getByRole("tab", { name: "Theme" }).click();
  await page.getByLabel("Hex").fill("#123456");
  await page.evaluate(failNextWrite);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText(/^Failed to save settings: This device is full/)).toBeVisible();
  await save();
  await page.getByRole("tab", { name: "Styling" }).click();
  await page.getByRole("radio", { name: "System Default" }).check();
  await save();
  await choosePlan("free");
  await page.context().setOffline(false);
  await expect(syncState(page)).toHaveText("2 need attention", { timeout: 30_000 });

  await page.goto("/unsaved");
  const entries = page.getByRole("main").getByRole("article");
  await expect(entries.first()).toContainText("Custom CSS and fonts are part of the Pro plan");
  await expect(entries.first().getByRole("term")).toHaveText(["Primary color", "Font"]);
  await expect(entries.first().getByRole("definition")).toHaveText(["#123456", "Serif"]);
  await expect(entries.last().getByRole("definition")).toHaveText(["System Default"]);

  const dialog = page.getByRole("dialog");
  await entries.first().getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByLabel("Primary color", { exact: true })).toBeFocused();
  await dialog.getByRole("checkbox", { name: "Leave as it is: Font" }).check();
  await expect(dialog.getByLabel("Font", { exact: true })).toBeDisabled();
  await expectNoAxeFindings(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(entries).toHaveCount(1);
  await entries.getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await dialog.getByLabel("Font", { exact: true }).selectOption({ label: "Inter" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Nothing waiting" })).toBeVisible();
  await savedEverywhere(page);
  expect(await (await page.request.get("/api/settings")).json()).toMatchObject({
    primaryColor: "#123456",
    fontFamily: "Inter",
  });
});
