import { expect, NETWORK_GONE, test } from "#e2e/support/app-test";
import { axeFindings } from "#e2e/support/axe";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { addItem, deleteHere, makeShelf, openShelf, syncState } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { MAIN } from "#e2e/support/tags";

test(
  "a shelf deleted before a device knew the account is restored there offline",
  MAIN,
  async ({ page: laptop, server, openDevice, consoleWatch }) => {
    consoleWatch.allow(...NETWORK_GONE);
    const owner = await signUp(laptop, server, { username: "ida" });
    await makeShelf(laptop, "Kitchen");
    await openShelf(laptop, "Kitchen");
    await addItem(laptop, { title: "The mug", url: "https://example.com/mug" });
    await laptop.goto("/shelves");
    await deleteHere(laptop, "Kitchen");
    await expect(laptop.getByRole("article", { name: "Kitchen" })).toBeHidden();
    await expect(syncState(laptop)).toHaveText("Saved everywhere");

    const phone = await openDevice({ serviceWorkers: "allow" });
    await signIn(phone, server, owner);
    await phone.goto("/account?tab=settings");
    await phone.getByRole("link", { name: "Recently deleted" }).click();
    await expect(phone.getByRole("heading", { name: "Recently deleted", level: 1 })).toBeVisible();
    const list = phone.getByRole("list", { name: "Recently deleted" });
    await expect(list).toContainText("Kitchen");
    await expect(list).toContainText("Shelf · with 1 item · deleted just now");
    expect(await axeFindings(phone)).toEqual([]);

    await untilAppCached(phone);
    await phone.context().setOffline(true);
    await phone.goto("/account/deleted");
    await phone.getByRole("button", { name: "Restore Kitchen" }).click();
    await expect(phone.getByText("Restored", { exact: true }), "for screen readers").toBeAttached();
    await expect(phone.getByRole("heading", { name: "Nothing deleted recently" })).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);
    await phone.goto("/items");
    await expect(phone.getByText("The mug")).toBeVisible();
    await phone.context().setOffline(false);
    await expect(syncState(phone)).toHaveText("Saved everywhere", { timeout: 30_000 });
    await expect(laptop.getByRole("article", { name: "Kitchen" })).toBeVisible();
  },
);
