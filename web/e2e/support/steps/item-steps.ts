import { expect, type Page } from "@playwright/test";
import { openMore } from "./shelf-steps";

/** Of Links & Items. On wide screens the list is a table, with a row for its headings. */
export const listedItems = (page: Page) =>
  page.getByRole("list", { name: "Items", exact: true }).getByRole("listitem").or(page.getByRole("row"));

export const listedItem = (page: Page, title: string) => listedItems(page).filter({ hasText: title });

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
