import type { Page } from "@playwright/test";

/** The accounts with a local store on this device, by database name. */
export const storedAccounts = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith("shelv-") && name !== "shelv-device" ? [name] : [],
    ),
  );
