import type { Page } from "@playwright/test";

/** The names of the accounts' databases on this device. */
export const storedAccounts = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith("shelv-") && name !== "shelv-device" ? [name] : [],
    ),
  );
