import { SERVER_PATHS } from "@shelv/contract/paths";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/app-test";
import { storedAccounts } from "#e2e/support/page/stored-accounts";
import { holdRequests } from "#e2e/support/network/hold-requests";
import { logout } from "#e2e/support/steps/navigation-steps";
import { makeShelf, PICTURE, syncState } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { MAIN } from "#e2e/support/tags";

test.use({ serviceWorkers: "block" });
test.beforeEach(({ consoleWatch }) => consoleWatch.allow(/net::ERR_FAILED/));

const holdSync = (page: Page) => page.route("**/api/sync", (route) => route.abort());
const releaseSync = (page: Page) => page.unroute("**/api/sync");

test("without pending changes nothing is asked, and nothing stays on the device", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/500 \(Internal Server Error\)/);
  await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  expect(await storedAccounts(page)).toHaveLength(1);
  await test.step("when the server fails to end the session the owner stays signed in, with a message", async () => {
    await page.route("**/api/auth/logout", (route) => route.fulfill({ status: 500 }), { times: 1 });
    await logout(page);
    await expect(page.getByText("Logout Failed", { exact: true })).toBeVisible();
    await expect(page.getByText("There was an error logging out", { exact: true })).toBeVisible();
    expect(await storedAccounts(page)).toHaveLength(1);
  });
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await storedAccounts(page)).toEqual([]);
});

async function holdOneSync(page: Page) {
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const release = await holdRequests(page, /api\/sync$/);
  const syncing = page.waitForRequest(/api\/sync$/);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await syncing;
  const order: string[] = [];
  page.on(
    "response",
    (response) => response.url().endsWith("/api/sync") && order.push(`synced ${response.status()}`),
  );
  page.on(
    "request",
    (request) =>
      /\/auth\/logout$|\/api\/user$/.test(request.url()) &&
      order.push(`${request.method()} ${new URL(request.url()).pathname}`),
  );
  return { release, order };
}

test("a running sync gets its answer before the session ends", async ({ page, server }) => {
  await signUp(page, server, { username: "abe" });
  const { release, order } = await holdOneSync(page);
  await logout(page);
  await expect(page.getByRole("button", { name: "Logout" })).toHaveAttribute("aria-busy", "true");
  await page.evaluate((health) => fetch(health), SERVER_PATHS.health);
  release();
  await page.waitForURL((url) => url.pathname === "/");
  expect(order).toEqual(["synced 200", "POST /api/auth/logout"]);
});

test("and before an account ends", async ({ page, server }) => {
  const { email } = await signUp(page, server, { username: "abel" });
  await page.goto("/account?tab=settings");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByLabel("Verification code").fill(await server.codeFor(email));
  const { release, order } = await holdOneSync(page);
  const confirm = dialog.getByRole("button", { name: "Delete everything" });
  await confirm.click();
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await page.evaluate((health) => fetch(health), SERVER_PATHS.health);
  release();
  await page.waitForURL((url) => url.pathname === "/");
  expect(order).toEqual(["synced 200", "DELETE /api/user"]);
});

test("a device without the sync code can sign out, also with pending changes", async ({ page, server }) => {
  const owner = await signUp(page, server, { username: "amy" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const leaveWithoutSync = async () => {
    await holdRequests(page, /assets\/sync-loop-/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await logout(page);
  };
  await leaveWithoutSync();
  await page.waitForURL((url) => url.pathname === "/");

  await page.unrouteAll();
  await signIn(page, server, owner);
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await holdSync(page);
  await makeShelf(page, "Unsent");
  await leaveWithoutSync();
  await page.getByRole("button", { name: "Send now, then sign out" }).click();
  await expect(
    page.getByText("We couldn't send everything. Your changes are still here", { exact: true }),
  ).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Discard and sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("sync code that loads during the sign-out sends no request", async ({ page, server }) => {
  await signUp(page, server, { username: "ann" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const releaseSyncCode = await holdRequests(page, /assets\/sync-loop-/);
  const releaseLogout = await holdRequests(page, /auth\/logout$/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/sync") && asked.push(request.url()));
  const [leaves, comes] = [page.waitForRequest("**/auth/logout"), page.waitForResponse(/assets\/sync-loop-/)];
  await logout(page);
  await leaves;
  releaseSyncCode();
  await (await comes).finished();
  for (const _ of [1, 2]) await page.evaluate((health) => fetch(health), SERVER_PATHS.health);
  releaseLogout();
  await page.waitForURL((url) => url.pathname === "/");
  expect(asked).toEqual([]);
});

test(
  "changes left behind are sent at the next sign-in; discarded ones are deleted",
  MAIN,
  async ({ page, server }) => {
    const owner = await signUp(page, server, { username: "bob" });
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await holdSync(page);
    await makeShelf(page, "Kept");
    await test.step("closing the question while it sends cancels the sign-out, and typed text is still guarded", async () => {
      let releaseSync = (): void => undefined;
      const maySync = new Promise<void>((resolve) => (releaseSync = resolve));
      await page.route("**/api/sync", (route) => maySync.then(() => route.abort()));
      await page.goto("/account?tab=profile");
      await page.getByLabel("Display name", { exact: true }).fill("Bo");
      await logout(page);
      await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
      await page.getByRole("button", { name: "Send now, then sign out" }).click();
      await expect(page.getByRole("button", { name: "Discard and sign out" })).toBeDisabled();
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "My Shelv" }).locator("visible=true").first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
      await expect(page.getByLabel("Display name", { exact: true })).toHaveValue("Bo");
      releaseSync();
      await page.goto("/shelves");
    });
    await test.step("Back closes the question; going further back leaves the screen too, wherever the navigation is", async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const name of ["Appearance", "Profile"]) {
        await page.getByRole("link", { name, exact: true }).click();
        await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      }
      await logout(page);
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
      await logout(page);
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.evaluate(() => history.go(-2));
      await expect(page.getByRole("heading", { level: 1, name: "My Shelv" })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.setViewportSize({ width: 390, height: 844 });
    });
    await logout(page);
    await page.getByRole("button", { name: "Keep here and sign out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await storedAccounts(page)).toHaveLength(1);

    await releaseSync(page);
    await signIn(page, server, owner);
    await expect(page.getByRole("article", { name: "Kept" })).toBeVisible();
    await expect(syncState(page)).toHaveText("Saved everywhere");

    await holdSync(page);
    await makeShelf(page, "Discarded");
    await logout(page);
    await page.getByRole("button", { name: "Discard and sign out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await releaseSync(page);
    await signIn(page, server, owner);
    await expect(page.getByRole("article", { name: "Kept" })).toBeVisible();
    await expect(page.getByRole("article", { name: "Discarded" })).toBeHidden();
  },
);

test("a picture that only this device has is asked about, and reaches the server before the sign-out", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "cara" });
  await page.route("**/api/blobs/**", (route) => route.abort());
  await page.goto("/account");
  await page.getByLabel("Profile picture").locator("input[type=file]").setInputFiles(PICTURE);
  await expect(syncState(page)).toHaveText("Saved on this device (1 waiting)");
  await logout(page);
  await expect(page.getByText("1 change on this device has not reached the server yet.")).toBeVisible();
  await page.unroute("**/api/blobs/**");
  await page.getByRole("button", { name: "Send now, then sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await storedAccounts(page)).toEqual([]);
  const { profileImageUrl } = (await (await page.request.get("/api/users/cara")).json()) as {
    profileImageUrl: string;
  };
  expect((await page.request.get(profileImageUrl)).status()).toBe(200);
});

test("a change rejected in the last send before signing out is not lost", async ({
  page: phone,
  server,
  openDevice,
}) => {
  await phone.addInitScript(() =>
    Object.assign(navigator, {
      setAppBadge: async (count: number) => Object.assign(globalThis, { badge: count }),
    }),
  );
  const owner = await signUp(phone, server, { username: "cleo" });
  await makeShelf(phone, "One");
  await makeShelf(phone, "Two");
  await expect(syncState(phone)).toHaveText("Saved everywhere");
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await expect(laptop.getByRole("article", { name: "Two" })).toBeVisible();
  await holdSync(phone);
  await makeShelf(phone, "Made on the phone");
  await makeShelf(laptop, "Made on the laptop");
  await expect(syncState(laptop)).toHaveText("Saved everywhere");

  await logout(phone);
  await releaseSync(phone);
  await phone.getByRole("button", { name: "Send now, then sign out" }).click();
  await expect(
    phone.getByText("We couldn't send everything. Your changes are still here", { exact: true }),
  ).toBeVisible();
  await phone.goto("/unsaved");
  await expect(phone.getByRole("definition").getByText("Made on the phone")).toBeVisible();
  await phone.waitForFunction(() => Reflect.get(globalThis, "badge") === 1);
});
