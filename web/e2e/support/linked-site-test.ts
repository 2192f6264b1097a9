import { test as base } from "./app-test.ts";
import { bowlPicture } from "./data/product-picture.ts";
import { LinkedSite } from "./network/linked-site.ts";

/** With a site whose pages the server may read, and a clipboard to copy their addresses. */
export const linkedSiteTest = base.extend<{ site: LinkedSite }>({
  site: async ({ browser }, use) => {
    const site = await LinkedSite.start((await bowlPicture(browser)).buffer);
    await use(site);
    await site.stop();
  },
  serverEnv: async ({ site }, use) => use({ OUTBOUND_ALLOW: site.host }),
  permissions: ["clipboard-read", "clipboard-write"],
});
