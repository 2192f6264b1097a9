import type { Page } from "@playwright/test";

/** Delays the page's requests to these addresses. Returns how to release them. */
export async function holdRequests(page: Page, addresses: RegExp): Promise<() => void> {
  let letCome = (): void => undefined;
  const mayCome = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(addresses, (route) => mayCome.then(() => route.continue()));
  return letCome;
}
