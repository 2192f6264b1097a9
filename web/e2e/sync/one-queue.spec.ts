import type { Page } from "@playwright/test";
import { expect, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { makeShelf, shelfNames, storedNames, syncState } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { WHOLE_BROWSER } from "#e2e/support/tags";

test.use({ serverEnv: { PLAN_LIMITS: "off" } });

test(
  "two tabs, the service worker and another device send every change once",
  WHOLE_BROWSER,
  async ({ page, context, server, openDevice, consoleWatch }) => {
    consoleWatch.allow(...NETWORK_GONE, /50[0-9]/);
    const owner = await signUp(page, server, { username: "tia" });
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await untilAppCached(page);
    const other = await context.newPage();
    await other.goto("/shelves");
    await expect(syncState(other)).toHaveText("Saved everywhere");
    const laptop = await openDevice({ serviceWorkers: "allow" });
    await signIn(laptop, server, owner);
    await expect(syncState(laptop)).toHaveText("Saved everywhere");
    await untilAppCached(laptop);
    const client = await context.newCDPSession(page);
    const registration = new Promise<string>((resolve) => {
      client.on(
        "ServiceWorker.workerRegistrationUpdated",
        ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
      );
    });
    await client.send("ServiceWorker.enable");
    const made: string[] = [];
    const screens = [page, other, laptop];
    const contexts = [context, laptop.context()];
    for (const round of [1, 2]) {
      await Promise.all(contexts.map((each) => each.setOffline(true)));
      const make = async (tab: Page, who: string) => {
        made.push(`${round} by ${who}`);
        await makeShelf(tab, `${round} by ${who}`);
      };
      await Promise.all([make(page, "tab one"), make(other, "tab two"), make(laptop, "the laptop")]);
      await make(page, "tab one again");
      await Promise.all(contexts.map((each) => each.setOffline(false)));
      const sync = {
        origin: server.address,
        registrationId: await registration,
        tag: "shelv-sync",
        lastChance: false,
      };
      await Promise.all([
        client.send("ServiceWorker.dispatchSyncEvent", sync),
        ...screens.map((tab) => tab.evaluate(() => dispatchEvent(new Event("focus")))),
      ]);
      for (const screen of screens)
        await expect(syncState(screen)).toHaveText("Saved everywhere", { timeout: 30_000 });
      expect(await storedNames(page, server)).toEqual(made.toSorted());
      for (const screen of screens)
        await expect.poll(async () => (await shelfNames(screen)).toSorted()).toEqual(made.toSorted());
    }
  },
);
