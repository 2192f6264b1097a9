import type { Page } from "@playwright/test";

export async function holdRequests(page: Page, addresses: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(addresses, (route) => released.then(() => route.continue()));
  return release;
}
