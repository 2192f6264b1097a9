import { expect, type Page } from "@playwright/test";

export const SETUP_STEPS = [
  "goal-selection",
  "trial-offer",
  "pricing-selection",
  "template-selection",
  "social-platforms",
  "profile-setup",
];

export async function step(page: Page, name: string): Promise<void> {
  await page.waitForURL(`**/onboarding/${name}`);
  await expect(
    page.getByText(`Step ${SETUP_STEPS.indexOf(name) + 1} of ${SETUP_STEPS.length}`, { exact: true }),
  ).toBeAttached();
}

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
