import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { MAIN } from "#e2e/support/tags";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { storedAccounts } from "#e2e/support/page/stored-accounts";
import { makeShelf } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { openDashboard } from "#e2e/support/steps/navigation-steps";

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

test(
  "an account is exported and imported elsewhere, while its owner is on another screen",
  MAIN,

  async ({ page, server, openDevice, consoleWatch }) => {
    consoleWatch.allow(...NETWORK_GONE, /400/);
    const { email } = await signUp(page, server, { username: "dora" });
    await makeShelf(page, "Books");
    await page.goto("/account?tab=settings");
    await page.getByRole("button", { name: "Export" }).click();
    const dialog = page.getByRole("dialog", { name: "Export your account?" });
    await dialog.getByRole("button", { name: "Send code" }).click();
    const code = await server.codeFor(email);
    await dialog.getByLabel("Verification code").fill(code === "111111" ? "222222" : "111111");
    await dialog.getByRole("button", { name: "Download" }).click();
    await expect(dialog.getByLabel("Verification code")).toHaveAccessibleDescription(
      "That code isn't right. Check it and try again",
    );
    await expectNoAxeFindings(page);
    await dialog.getByLabel("Verification code").fill(code);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download" }).click(),
    ]);
    await expect(dialog).toBeHidden();
    const bytes = await readFile(await file.path());
    expect(file.suggestedFilename()).toMatch(/\.zip$/);

    const other = await openDevice();
    await signUp(other, server, { username: "emil" });
    await other.goto("/account?tab=settings");
    let letThrough = () => {};
    const mayGo = new Promise<void>((resolve) => (letThrough = resolve));
    await other.route("**/api/user/import", async (route) => {
      await mayGo;
      await route.continue();
    });
    await other
      .getByLabel("File to import")
      .setInputFiles({ name: "mine.zip", mimeType: "application/zip", buffer: bytes });
    await expect(other.getByRole("progressbar", { name: "Import" })).toBeVisible();
    await openDashboard(other);
    await expect(other.getByRole("heading", { name: "Create Your First Shelv" })).toBeVisible();
    letThrough();
    await expect(other.getByRole("region", { name: "Notifications (F8)" })).toContainText("Import finished");
    await expect(other.getByRole("row", { name: /Books/ })).toBeVisible();
    await other.goBack();
    await expect(
      other.getByRole("main").getByText("Imported 1 shelf, 0 items and 0 pictures."),
    ).toBeVisible();
    await other.context().setOffline(true);
    await other.getByRole("button", { name: "Export" }).click();
    await toast(other, "You seem to be offline. Please try again when you're back online");
  },
);

test("an import of another kind of file shows an error", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/400/);
  await signUp(page, server, { username: "finn" });
  await page.goto("/account?tab=settings");
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "x.zip", mimeType: "application/zip", buffer: Buffer.from("not a zip") });
  await toast(page, "This isn't a file that Shelv exported");
});

test("an account is deleted with a fresh code, on the server and on the device", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/400/, /net::ERR_FAILED/);
  const { email } = await signUp(page, server, { username: "gwen" });
  await page.clock.install();
  await page.goto("/account?tab=settings");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send code" }).dblclick();
  await expect(dialog.getByLabel("Verification code")).toBeFocused();
  await dialog.getByLabel("Verification code").fill("000 00");
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await expect(dialog.getByText("Verification code must be 6 digits")).toBeVisible();
  await expectNoAxeFindings(page);
  await test.step("a second code can be requested after a pause, and replaces the first", async () => {
    const first = await server.codeFor(email);
    await expect(dialog.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
    await page.clock.fastForward(30_000);
    await dialog.getByRole("button", { name: "Resend code", exact: true }).click();
    await toast(page, "Verification code sent");
    await expect(dialog.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
    await dialog.getByLabel("Verification code").fill(first);
    await dialog.getByRole("button", { name: "Delete everything" }).click();
    await expect(dialog.getByText("That code isn't right. Check it and try again")).toBeVisible();
  });
  await dialog.getByLabel("Verification code").fill(await server.codeFor(email));
  await test.step("a code that did not reach the server is not called wrong", async () => {
    await page.route("**/api/user", (route) => route.abort(), { times: 1 });
    await dialog.getByRole("button", { name: "Delete everything" }).click();
    await toast(page, "The server didn't answer. Please try again");
    await expect(dialog.getByLabel("Verification code")).toHaveAccessibleDescription("");
    await expect(dialog.getByLabel("Verification code")).not.toHaveAttribute("aria-invalid", "true");
  });
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await storedAccounts(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("shelv-username"))).toBeNull();
  expect((await page.request.get("/api/users/gwen")).status()).toBe(404);
});
