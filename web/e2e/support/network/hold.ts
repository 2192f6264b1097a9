import type { Page } from "@playwright/test";

/** Keeps what the page asks for on its way. Answers how to let it come. */
export async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  let letCome = (): void => undefined;
  const mayCome = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(addresses, (route) => mayCome.then(() => route.continue()));
  return letCome;
}
