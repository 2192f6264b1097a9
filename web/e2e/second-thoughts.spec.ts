/** What an owner takes back, gets back, or makes again: undo, values that another device overwrote, and edits of what was deleted. */
import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test } from "./app-test.ts";
import { untilKept } from "./kept-app.ts";
import { watchPhonesBack } from "./phones-back.ts";
import { addItem, backToShelves, deleteFocused, dismissToast, itemRow, makeShelf, moveByKeyboard, openShelf, syncState } from "./shelf-steps.ts";
import { signIn, signUp } from "./sign-up.ts";

const NETWORK_GONE = [/net::ERR_/, /EventSource/, /Failed to fetch/];

const shelfNames = (page: Page) => page.getByRole("article").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label") ?? ""));
const savedEverywhere = (page: Page) => expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });

async function deleteHere(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
}

const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).click();

async function renameShelf(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Edit shelf" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toBeHidden();
}

async function renameItem(page: Page, from: string, to: string): Promise<void> {
  await itemRow(page, from).getByRole("link").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(to);
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toBeHidden();
}

async function moveToShelf(page: Page, item: string, shelf: string): Promise<void> {
  await itemRow(page, item).getByRole("link").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Shelf", { exact: true }).selectOption({ label: shelf });
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toBeHidden();
}

for (const network of ["online", "offline"]) test(`a deletion or a move is taken back from its toast ${network}, and stays taken back`, async ({ page, server, openDevice, consoleWatch }) => {
  consoleWatch.allow(...NETWORK_GONE);
  const owner = await signUp(page, server, { username: "una" });
  for (const name of ["Books", "Films"]) await makeShelf(page, name);
  await openShelf(page, "Books");
  for (const title of ["Mug", "Pan"]) await addItem(page, { title, url: `https://example.com/${title}` });
  await savedEverywhere(page);
  await untilKept(page);
  await page.context().setOffline(network === "offline");
  await deleteHere(page, "Mug");
  await expect(itemRow(page, "Mug")).toHaveCount(0);
  await undo(page);
  await expect(itemRow(page, "Mug")).toBeVisible();
  await moveByKeyboard(page, "Mug", { key: "ArrowDown", toPlace: 2 });
  await undo(page);
  const first = page.getByRole("region", { name: "Items" }).getByRole("listitem").first();
  await expect(first).toContainText("Mug");
  await moveToShelf(page, "Mug", "📚 Films");
  await expect(itemRow(page, "Mug")).toHaveCount(0);
  await undo(page);
  await expect(first).toContainText("Mug");
  await backToShelves(page);
  await moveByKeyboard(page, "Films", { key: "ArrowUp", toPlace: 1 });
  await expect.poll(() => shelfNames(page)).toEqual(["Films", "Books"]);
  await undo(page);
  await expect.poll(() => shelfNames(page)).toEqual(["Books", "Films"]);
  await deleteHere(page, "Books");
  await expect.poll(() => shelfNames(page)).toEqual(["Films"]);
  await undo(page);
  await expect.poll(() => shelfNames(page)).toEqual(["Books", "Films"]);
  await page.reload();
  await expect.poll(() => shelfNames(page)).toEqual(["Books", "Films"]);
  await openShelf(page, "Books");
  await expect(page.getByRole("region", { name: "Items" }).getByRole("listitem")).toContainText(["Mug", "Pan"]);
  await page.context().setOffline(false);
  await savedEverywhere(page);
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await expect.poll(() => shelfNames(laptop)).toEqual(["Books", "Films"]);
  await openShelf(laptop, "Books");
  await expect(laptop.getByRole("region", { name: "Items" }).getByRole("listitem")).toContainText(["Mug", "Pan"]);
});

test("who deletes goes on at the next row, at the one before it where it was the last, and then at what adds one", async ({ page, server }) => {
  await signUp(page, server, { username: "ulla" });
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  for (const title of ["Mug", "Pan", "Pot", "Jug"]) await addItem(page, { title, url: `https://example.com/${title}` });
  await savedEverywhere(page);
  const button = (name: string) => page.getByRole("button", { name });
  await button("Delete Pan").focus();
  await deleteFocused(page);
  await expect(button("Delete Pot")).toBeFocused();

  // Another device was quicker: whoever is asked goes on there, whatever they answer.
  await page.keyboard.press("Enter");
  const items = (await (await page.request.get("/api/items")).json()) as { id: string; title: string }[];
  const idOf = (title: string) => items.find((item) => item.title === title)?.id;
  const deleteElsewhere = (title: string) => page.request.delete(`/api/items/${idOf(title)}`, { headers: { Origin: server.address } });
  await deleteElsewhere("Pot");
  await expect(itemRow(page, "Pot")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(button("Delete Jug")).toBeFocused();
  await deleteFocused(page);
  await expect(button("Delete Mug")).toBeFocused();
  await page.keyboard.press("Enter");
  await deleteElsewhere("Mug");
  await expect(itemRow(page, "Mug")).toHaveCount(0);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "Add Item" })).toBeFocused();

  await backToShelves(page);
  await button("Delete Books").focus();
  await deleteFocused(page);
  await expect(page.getByRole("heading", { name: "My Shelv", level: 1 })).toBeFocused();
});

test("a value that another device overwrote unseen is offered back, and comes back on both", async ({ page: phone, server, openDevice, consoleWatch }) => {
  consoleWatch.allow(...NETWORK_GONE);
  const owner = await signUp(phone, server, { username: "noa" });
  await makeShelf(phone, "Books");
  await openShelf(phone, "Books");
  await savedEverywhere(phone);
  await untilKept(phone);
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await openShelf(laptop, "Books");

  await phone.context().setOffline(true);
  await renameShelf(phone, "Typed on the phone");
  await renameShelf(laptop, "Typed on the laptop");
  await savedEverywhere(laptop);
  await phone.context().setOffline(false);
  await savedEverywhere(phone);

  const notice = laptop.getByRole("list", { name: "Changed on another device" });
  await expect(notice).toContainText("Name of Typed on the phone was changed on another device, too");
  await expect(notice).toContainText("It was Typed on the laptop");
  await expectNoAxeFindings(laptop);
  await notice.getByRole("button", { name: "Restore" }).click();
  await expect(notice).toHaveCount(0);
  for (const device of [laptop, phone]) {
    await expect(device.getByRole("region", { name: "Typed on the laptop" })).toBeVisible();
    await expect(device.getByRole("list", { name: "Changed on another device" })).toHaveCount(0);
  }
});

test("edits of what another device deleted wait with what was typed: one brings its shelf back, one is corrected first", async ({ page: phone, server, openDevice, consoleWatch }) => {
  consoleWatch.allow(...NETWORK_GONE);
  const owner = await signUp(phone, server, { username: "eve" });
  for (const name of ["Books", "Films"]) await makeShelf(phone, name);
  await openShelf(phone, "Books");
  await addItem(phone, { title: "Mug", url: "https://example.com/mug" });
  await dismissToast(phone);
  await savedEverywhere(phone);
  await untilKept(phone);
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await expect(laptop.getByRole("article", { name: "Films" })).toBeVisible();

  await phone.context().setOffline(true);
  await renameItem(phone, "Mug", "A red mgu");
  await dismissToast(phone);
  await backToShelves(phone);
  await openShelf(phone, "Films");
  await renameShelf(phone, "Films I love");
  await deleteHere(laptop, "Films");
  await dismissToast(laptop);
  await openShelf(laptop, "Books");
  await deleteHere(laptop, "Mug");
  // What the header says may still be of the moment before.
  const onServer = async () => (await (await laptop.request.get("/api/shelves")).json()) as { name: string; itemCount: number }[];
  await expect.poll(async () => (await onServer()).map(({ name, itemCount }) => `${name} ${itemCount}`)).toEqual(["Books 0"]);
  await phone.context().setOffline(false);
  await expect(syncState(phone)).toHaveText("Couldn't save 2", { timeout: 30_000 });

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
  await expect(phone.getByRole("heading", { name: "Everything is saved" })).toBeVisible();
  await expect(phone.getByRole("heading", { level: 1 })).toBeFocused();
  await savedEverywhere(phone);

  await expect(itemRow(laptop, "A red mug")).toBeVisible();
  await backToShelves(laptop);
  await expect.poll(() => shelfNames(laptop)).toEqual(["Books", "Films I love"]);
});

test("what the server cannot take is corrected in the tray, and what stands on it comes along", async ({ page: phone, server, openDevice, consoleWatch }) => {
  consoleWatch.allow(...NETWORK_GONE);
  const pressBack = await watchPhonesBack(phone);
  const owner = await signUp(phone, server, { username: "ida" });
  for (const name of ["One", "Two"]) await makeShelf(phone, name);
  await savedEverywhere(phone);
  await untilKept(phone);
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await expect(laptop.getByRole("article", { name: "Two" })).toBeVisible();
  await phone.context().setOffline(true);
  await makeShelf(phone, "Boks");
  await dismissToast(phone);
  await openShelf(phone, "Boks");
  await addItem(phone, { title: "A letter", url: "https://example.com/letter" });
  await makeShelf(laptop, "Three");
  await savedEverywhere(laptop);
  await phone.context().setOffline(false);
  await expect(syncState(phone)).toHaveText("Couldn't save 1", { timeout: 30_000 });

  await phone.goto("/unsaved");
  await expect(phone.getByRole("main").getByRole("article")).toHaveCount(1);
  // There is no room for the shelf, but there is for its item, elsewhere.
  await phone.getByRole("button", { name: "Edit: A letter, on Boks" }).click();
  const dialog = phone.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("Choose a shelf", { exact: true }).last()).toBeVisible();
  await dialog.getByLabel("Shelf", { exact: true }).selectOption({ label: "📚 One" });
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(syncState(phone)).toHaveText("Couldn't save 1", { timeout: 30_000 });
  await expect(laptop.getByRole("article", { name: "One" }).getByText("A letter")).toBeVisible();

  await deleteHere(laptop, "Two");
  await savedEverywhere(laptop);
  await test.step("Back closes what is corrected, asks where something was typed, and leaves the tray as it is", async () => {
    await phone.goto("/shelves");
    await phone.getByRole("link", { name: "Couldn't save 1" }).click();
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
  // Refused by the phone itself until it has heard of the deletion; what was typed stays.
  await expect(async () => {
    await dialog.getByRole("button", { name: "Create Shelf" }).click();
    await expect(dialog).toBeHidden({ timeout: 2000 });
  }).toPass();
  await savedEverywhere(phone);
  await expect.poll(async () => (await shelfNames(laptop)).toSorted()).toEqual(["Books", "One", "Three"]);
});
