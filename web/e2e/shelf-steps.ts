import { expect, type Page } from "@playwright/test";

/** 4 × 4 pixels. */
export const PICTURE = {
  name: "mug.png",
  mimeType: "image/png",
  buffer: Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mPomtUGRwzEcQC00hqh6Bz49QAAAABJRU5ErkJggg==", "base64"),
};

export interface TypedItem {
  title: string;
  url: string;
  price?: string;
  picture?: typeof PICTURE;
}

/** From My Shelv, as an owner does. Ends there. */
export async function makeShelf(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New Shelf" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create Shelf" }).click();
  await expect(page.getByRole("article", { name })).toBeVisible();
}

/** From a shelf's screen. Ends there, with the item in the list. */
export async function addItem(page: Page, { title, url, price, picture }: TypedItem): Promise<void> {
  await page.getByRole("link", { name: "Add Item" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("URL").fill(url);
  if (price !== undefined) await dialog.getByLabel("Price").fill(price);
  if (picture) {
    await dialog.getByLabel("Choose a picture").setInputFiles(picture);
    await expect(dialog.getByRole("button", { name: "Remove picture" })).toBeVisible();
  }
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(itemRow(page, title)).toBeVisible();
}

export const openShelf = (page: Page, name: string) => page.getByRole("link", { name: `Edit ${name}` }).click();

export const backToShelves = (page: Page) => page.getByRole("link", { name: "Back to My Shelv" }).click();

/** The item in the list below its shelf. */
export const itemRow = (page: Page, title: string) =>
  page.getByRole("region", { name: "Items" }).getByRole("listitem").filter({ hasText: title });

/** The header's word on how syncing stands. */
export const syncState = (page: Page) => page.locator("main > header [data-phase]");

interface Move {
  key: "ArrowUp" | "ArrowDown";
  /** Counted from 1. */
  toPlace: number;
}

/** Picks something up by its handle, moves it with the keyboard and puts it down; each step waits for what is told of it. */
export async function moveByKeyboard(page: Page, name: string, { key, toPlace }: Move): Promise<void> {
  const told = (text: string | RegExp) => expect(page.getByText(text)).toBeAttached();
  await page.getByRole("button", { name: `Move ${name}`, exact: true }).focus();
  await page.keyboard.press("Space");
  await told(new RegExp(`Picked up ${name}|${name} is now at place`));
  // What was picked up listens to keys, and knows where it may go, a moment after it says so.
  await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
  await page.keyboard.press(key);
  await told(`${name} is now at place ${toPlace}`);
  await page.keyboard.press("Space");
  await told(`Put down ${name} at place ${toPlace}`);
}
