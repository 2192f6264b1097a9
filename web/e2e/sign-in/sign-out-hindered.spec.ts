import { SERVER_PATHS } from "@shelv/contract/paths";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/app-test";
import { storedAccounts } from "#e2e/support/page/stored-accounts";
import { logout } from "#e2e/support/steps/navigation-steps";
import type { TestServer } from "#e2e/support/server";
import { makeShelf, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

test.use({ serviceWorkers: "block" });
test.beforeEach(({ consoleWatch }) => consoleWatch.allow(/net::ERR_FAILED/));

test("a store that does not answer blocks no sign-out, and its data stays", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/Internal error/);
  await signUp(page, server, { username: "fay" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await page.evaluate(() => {
    // Dexie caches `transaction` when it opens a database, but looks up reading methods each time.
    const original: IDBObjectStore["get"] = Reflect.get(IDBObjectStore.prototype, "get");
    IDBObjectStore.prototype.get = function get(this: IDBObjectStore, key) {
      if (this.transaction.db.name !== "shelv-device")
        throw new DOMException("Internal error.", "UnknownError");
      return original.call(this, key);
    };
  });
  await logout(page);
  await page.waitForURL((url) => url.pathname === "/");
  expect(await storedAccounts(page)).toHaveLength(1);
});

test("a tab signs out with another one, and says so if unsaved text keeps it open", async ({
  page,
  context,
  server,
}) => {
  await signUp(page, server, { username: "emil" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const other = await context.newPage();
  await other.goto("/shelves");
  await expect(syncState(other)).toHaveText("Saved everywhere");
  const typing = await context.newPage();
  await typing.goto("/account");
  await typing.getByLabel("Display name").fill("Emil");
  await typing.getByLabel("Location").fill("London");
  await expect(syncState(typing)).toHaveText("Saved everywhere");
  await logout(page);
  await page
    .getByRole("dialog", { name: "Sign out with unsaved drafts?" })
    .getByRole("button", { name: "Discard and sign out" })
    .click();
  await other.waitForURL((url) => url.pathname === "/login");
  await page.waitForURL((url) => url.pathname === "/");
  await expect(syncState(typing)).toHaveText("Signed out: nothing more is saved here");
  await expect(typing.getByLabel("Location")).toHaveValue("London");
  await typing.getByRole("main").getByRole("button", { name: "Save Changes" }).click();
  await expect(
    typing.getByText(/You were signed out in another tab, so nothing was saved/).first(),
  ).toBeVisible();
  await expect(syncState(typing)).toHaveText("Signed out: nothing more is saved here");
});

/** A frozen tab holds the store open and ignores requests to close it. */
async function leaveBesideSleepingTab(page: Page, server: TestServer, username: string) {
  const owner = await signUp(page, server, { username });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const [store = ""] = await storedAccounts(page);
  const sleeping = await page.context().newPage();
  await sleeping.goto(SERVER_PATHS.health);
  await sleeping.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          Object.assign(globalThis, { held: opening.result });
          resolve();
        });
      }),
    store,
  );
  await logout(page);
  await page.waitForURL((url) => url.pathname === "/");
  return { ...owner, sleeping };
}

test("a frozen tab blocks no sign-out, and the data is deleted when possible", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/Dexie\.delete\('shelv-.*'\) was blocked/);
  const { sleeping } = await leaveBesideSleepingTab(page, server, "gil");
  await page.goto("/dashboard");
  await page.waitForURL((url) => url.pathname === "/login");
  await sleeping.close();
  await page.reload();
  await expect.poll(() => storedAccounts(page)).toEqual([]);
});

test("a frozen tab delays a returning owner, who reads why and needs no other code", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/Dexie\.delete\('shelv-.*'\) was blocked/);
  const { email, sleeping } = await leaveBesideSleepingTab(page, server, "gus");
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("Verification code").fill(await server.codeFor(email));
  await expect(page.getByRole("heading", { name: "Almost there" })).toBeVisible({ timeout: 20_000 });
  await expect(
    page.getByRole("alert").filter({ hasText: "This browser's storage didn't answer" }),
  ).toBeVisible();
  await sleeping.close();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("row", { name: /Books/ })).toBeVisible();
});

test("an ended account is signed out, even if its data cannot be deleted", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/Internal error/);
  const { email } = await signUp(page, server, { username: "hal" });
  await page.goto("/account?tab=settings");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByLabel("Verification code").fill(await server.codeFor(email));
  await page.evaluate(() => {
    const original: IDBObjectStore["put"] = Reflect.get(IDBObjectStore.prototype, "put");
    IDBObjectStore.prototype.put = function put(this: IDBObjectStore, ...row) {
      if (this.transaction.db.name === "shelv-device")
        throw new DOMException("Internal error.", "UnknownError");
      return original.apply(this, row);
    };
  });
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});
