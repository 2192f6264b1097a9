import { expect, type Page } from "@playwright/test";
import { beginItem } from "./shelf-steps";

/** On wide screens Links & Items is a table, with a row for its headings. */
export const listedItems = (page: Page) =>
  page.getByRole("list", { name: "Items", exact: true }).getByRole("listitem").or(page.getByRole("row"));

export const listedItem = (page: Page, title: string) => listedItems(page).filter({ hasText: title });

interface TypedItem {
  title: string;
  url: string;
  price?: string;
  shelf?: string;
}

export async function addListedItem(page: Page, { shelf, ...typed }: TypedItem): Promise<void> {
  const dialog = await beginItem(page, typed);
  if (shelf !== undefined) await dialog.getByLabel("Shelf", { exact: true }).selectOption({ label: shelf });
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(listedItem(page, typed.title.slice(0, 40))).toBeVisible();
}
