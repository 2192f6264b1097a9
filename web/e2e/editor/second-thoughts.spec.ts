import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import {
  addItem,
  askToDeleteFocused,
  backToShelves,
  deleteFocused,
  deleteHere,
  deletionControl,
  itemRow,
  makeShelf,
  moveByKeyboard,
  openShelf,
  renameShelf,
  savedEverywhere,
  shelfNames,
} from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { openDashboard } from "#e2e/support/steps/navigation-steps";

const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).click();

async function moveToShelf(page: Page, item: string, shelf: string): Promise<void> {
  await itemRow(page, item).getByRole("link", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Shelf", { exact: true }).selectOption({ label: shelf });
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toBeHidden();
}

for (const network of ["online", "offline"])
  test(`a deletion or a move is undone from its toast ${network}, and stays undone`, async ({
    page,
    server,
    openDevice,
    consoleWatch,
  }) => {
    consoleWatch.allow(...NETWORK_GONE);
    const owner = await signUp(page, server, { username: "una" });
    for (const name of ["Books", "Films"]) await makeShelf(page, name);
    await openShelf(page, "Books");
    for (const title of ["Mug", "Pan"]) await addItem(page, { title, url: `https://example.com/${title}` });
    await savedEverywhere(page);
    await untilAppCached(page);
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
    await expect(page.getByRole("region", { name: "Items" }).getByRole("listitem")).toContainText([
      "Mug",
      "Pan",
    ]);
    await page.context().setOffline(false);
    await savedEverywhere(page);
    const laptop = await openDevice();
    await signIn(laptop, server, owner);
    await expect.poll(() => shelfNames(laptop)).toEqual(["Books", "Films"]);
    await openShelf(laptop, "Books");
    await expect(laptop.getByRole("region", { name: "Items" }).getByRole("listitem")).toContainText([
      "Mug",
      "Pan",
    ]);
  });

test("after a deletion the focus moves to the next row, the previous one, or the add button", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "ulla" });
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  for (const title of ["Mug", "Pan", "Pot", "Jug"])
    await addItem(page, { title, url: `https://example.com/${title}` });
  await savedEverywhere(page);
  await deletionControl(page, "Pan").focus();
  await deleteFocused(page);
  await expect(deletionControl(page, "Pot")).toBeFocused();

  await askToDeleteFocused(page);
  const items = (await (await page.request.get("/api/items")).json()) as { id: string; title: string }[];
  const idOf = (title: string) => items.find((item) => item.title === title)?.id;
  const deleteElsewhere = (title: string) =>
    page.request.delete(`/api/items/${idOf(title)}`, { headers: { Origin: server.address } });
  await deleteElsewhere("Pot");
  await expect(itemRow(page, "Pot")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(deletionControl(page, "Jug")).toBeFocused();
  await deleteFocused(page);
  await expect(deletionControl(page, "Mug")).toBeFocused();
  await askToDeleteFocused(page);
  await deleteElsewhere("Mug");
  await expect(itemRow(page, "Mug")).toHaveCount(0);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "Add Item" })).toBeFocused();

  await backToShelves(page);
  await deletionControl(page, "Books").focus();
  await deleteFocused(page);
  await expect(page.getByRole("heading", { name: "My Shelv", level: 1 })).toBeFocused();
});

test("an overwritten value is offered back, and returns on both devices", async ({
  page: phone,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  const owner = await signUp(phone, server, { username: "noa" });
  await makeShelf(phone, "Books");
  await openShelf(phone, "Books");
  await savedEverywhere(phone);
  await untilAppCached(phone);
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
  await expect(notice).toContainText("You also renamed Typed on the phone on another device");
  await expect(notice).toContainText("Keep “Typed on the phone”");
  await expectNoAxeFindings(laptop);
  await notice.getByRole("button", { name: "Use “Typed on the laptop”" }).click();
  await expect(notice).toHaveCount(0);
  for (const device of [laptop, phone]) {
    await expect(device.getByRole("heading", { name: "Typed on the laptop" })).toBeVisible();
    await expect(device.getByRole("list", { name: "Changed on another device" })).toHaveCount(0);
  }
});

test("a toast goes with its screen and when a dialog opens; one that offers Undo stays", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "tor" });
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await addItem(page, { title: "Emma", url: "https://example.com/emma" });
  const region = page.getByRole("region", { name: /^Notifications/ });
  const toast = region.getByRole("listitem");
  const save = async (name: string) => {
    await page.goto("/account");
    await page.getByLabel("Display name").fill(name);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(toast).toHaveText(/Profile updated successfully/);
    // A pointer above it holds its time.
    await region.dispatchEvent("pointermove");
  };

  await save("Tor");
  await page.getByRole("tab", { name: "Style" }).click();
  await expect(toast, "a tab is no other screen").toBeVisible();
  await openDashboard(page);
  await expect(toast).toHaveCount(0);

  await save("Tor B.");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(toast).toHaveCount(0);

  await page.goto("/items");
  await deleteHere(page, "Emma");
  await expect(toast).toContainText("Undo");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Shelves", exact: true }).click();
  await expect(page).toHaveURL(/\/shelves$/);
  await undo(page);
  await openShelf(page, "Books");
  await expect(itemRow(page, "Emma")).toBeVisible();
});
