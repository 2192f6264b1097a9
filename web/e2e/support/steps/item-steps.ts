import { expect, type Page } from "@playwright/test";
import { openMore } from "./shelf-steps";

export const listedItem = (page: Page, title: string) =>
  page.getByRole("row").or(page.getByRole("article")).filter({ hasText: title });

interface TypedItem {
  title: string;
  url: string;
  price?: string;
  shelf?: string;
}

export async function addListedItem(page: Page, { title, url, price, shelf }: TypedItem): Promise<void> {
  await page.getByRole("link", { name: "Add Item" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(dialog);
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("URL").fill(url);
  if (price !== undefined) await dialog.getByLabel("Price").fill(price);
  if (shelf !== undefined) await dialog.getByLabel("Shelf", { exact: true }).selectOption({ label: shelf });
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(listedItem(page, title.slice(0, 40))).toBeVisible();
}
