import type { Page } from "@playwright/test";

export const storedAccounts = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith("shelv-") && name !== "shelv-device" ? [name] : [],
    ),
  );
