import { expect, type Page } from "@playwright/test";

export const menuButton = (page: Page) => page.getByRole("button", { name: "You", exact: true });

export async function openNavigation(page: Page): Promise<void> {
  const menu = menuButton(page);
  const standing = page.getByRole("navigation", { name: "Main" });
  await expect(menu.or(standing).filter({ visible: true }).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
}

export async function logout(page: Page): Promise<void> {
  await openNavigation(page);
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
}

export const openDashboard = (page: Page) =>
  page.getByRole("link", { name: "Dashboard", exact: true }).filter({ visible: true }).first().click();
