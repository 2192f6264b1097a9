import type { Page } from "@playwright/test";

/** The accounts that this device holds something of, as their stores are called. */
export const heldAccounts = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith("shelv-") && name !== "shelv-device" ? [name] : [],
    ),
  );
