/** A browser's storage that is not there, is full, or goes away under the app: nothing typed is lost, and nothing false is claimed. */
import type { CDPSession, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test } from "./app-test.ts";
import { addItem, itemRow, makeShelf, openShelf, syncState } from "./shelf-steps.ts";
import { signUp } from "./sign-up.ts";

const GOES_OFFLINE = [/net::ERR_/, /EventSource/];

/** From here on each use of the database fails as it does on iOS, until `healStore`. */
const loseStore = (page: Page) =>
  page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    Object.assign(globalThis, { healStore: () => (IDBDatabase.prototype.transaction = transaction) });
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException("Connection to Indexed Database server lost. Refresh the page to try again", "UnknownError");
    };
  });
const healStore = (page: Page) => page.evaluate(() => (globalThis as unknown as { healStore: () => void }).healStore());

async function fillShelf(page: Page, name: string) {
  await page.getByRole("button", { name: "New Shelf" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  return { dialog, create: dialog.getByRole("button", { name: "Create Shelf" }) };
}

test.describe("a browser without IndexedDB", () => {
  test.use({ serviceWorkers: "block" });
  const WITHOUT: [string, () => void][] = [
    ["has none", () => Object.defineProperty(globalThis, "indexedDB", { value: undefined })],
    ["forbids it", () => Object.defineProperty(IDBFactory.prototype, "open", {
      value: () => {
        throw new DOMException("A mutation operation was attempted on a database that did not allow mutations.", "InvalidStateError");
      },
    })],
    ["never answers", () => Object.defineProperty(IDBFactory.prototype, "open", { value: () => new EventTarget() })],
  ];

  for (const [what, takeAway] of WITHOUT) {
    test(`runs the app in memory and says that it keeps nothing: it ${what}`, async ({ page, server, consoleWatch }) => {
      consoleWatch.allow(/Service Worker registration blocked/, /401/, ...GOES_OFFLINE);
      await page.addInitScript(takeAway);
      await signUp(page, server, { username: "ines" });
      await expect(page.getByText("This browser keeps nothing:")).toBeVisible();
      await makeShelf(page, "From memory");
      await expect(syncState(page)).toHaveText("Saved everywhere");
      await expectNoAxeFindings(page);

      await page.context().setOffline(true);
      await makeShelf(page, "Only here");
      await expect(syncState(page)).toHaveText("Offline, 1 change waiting");
      const asked = new Promise<string>((resolve) => {
        page.once("dialog", (dialog) => {
          resolve(dialog.type());
          void dialog.dismiss();
        });
      });
      await page.close({ runBeforeUnload: true });
      expect(await asked).toBe("beforeunload");

      await page.context().setOffline(false);
      await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
      // The session is the browser's; what was sent comes back with it.
      await page.reload();
      await expect(page.getByRole("article", { name: "Only here" })).toBeVisible();
    });
  }
});

test("an edit that the browser lost is tried again by itself; what cannot be saved stays in its form", async ({ page, server }) => {
  await signUp(page, server, { username: "lotte" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");

  const { dialog, create } = await fillShelf(page, "Typed with care");
  await loseStore(page);
  await create.click();
  await expect(page.getByText("Failed to create shelf: This browser's storage did not answer, so nothing was saved.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Typed with care");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(syncState(page)).toHaveText("This browser's storage does not answer. Trying again");
  await healStore(page);
  await create.click();
  await expect(page.getByRole("article", { name: "Typed with care" })).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");

  // Lost once and back at the second try: nobody hears of it, and the change is made once.
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function once(...args) {
      if (args[1] !== "readwrite") return transaction.apply(this, args);
      IDBDatabase.prototype.transaction = transaction;
      throw new DOMException("Internal error.", "UnknownError");
    };
  });
  await makeShelf(page, "At the second try");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await expect(page.getByRole("article", { name: "At the second try" })).toHaveCount(1);
});

async function limitStorage(client: CDPSession, origin: string, quotaSize?: number): Promise<void> {
  await client.send("Storage.overrideQuotaForOrigin", { origin, ...(quotaSize === undefined ? {} : { quotaSize }) });
}

test("a full device says what to do, keeps what was typed, and saves it once there is room", async ({ page, server }) => {
  await signUp(page, server, { username: "quinn" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const client = await page.context().newCDPSession(page);
  const { dialog, create } = await fillShelf(page, "No room for this");
  await dialog.getByLabel("Description").fill("Every word of it");
  await limitStorage(client, server.address, 0);
  await create.click();
  await expect(page.getByText("Failed to create shelf: This device has no room left, so nothing was saved. Free some space")).toBeVisible();
  await expect(dialog.getByLabel("Description")).toHaveValue("Every word of it");
  await limitStorage(client, server.address);
  await create.click();
  await expect(page.getByRole("article", { name: "No room for this" })).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
});

test("a browser that clears the app's storage under an open tab does not break it", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/Need to reopen db/);
  await signUp(page, server, { username: "evi" });
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await addItem(page, { title: "Atlas", url: "https://example.com/atlas" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const client = await page.context().newCDPSession(page);
  await client.send("Storage.clearDataForOrigin", { origin: server.address, storageTypes: "indexeddb" });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(itemRow(page, "Atlas")).toBeVisible();
  await addItem(page, { title: "Afterwards", url: "https://example.com/afterwards" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
});
