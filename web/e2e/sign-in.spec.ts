import { expect, expectNoAxeFindings, test } from "./app-test.ts";
import { freePort } from "./free-port.ts";

test("a reload at the username step does not lose the sign-in, and back from there needs no second code", async ({ page, server }) => {
  await page.goto("/login?next=%2Funsaved");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("Verification code").fill(await server.codeFor("ada@example.com"));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByLabel("Username")).toBeVisible();

  await page.reload();
  await expect(page.getByLabel("Username")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByLabel("Username").fill("ada");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/unsaved");
});

test("another code has a pause, which the button counts down", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/429 \(Too Many Requests\)/);
  await page.clock.install();
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByRole("button", { name: "Continue with email" }).click();
  const earlier = await server.codeFor("ada@example.com");
  await expect(page.getByRole("button", { name: /^Resend code in (30|29) s$/ })).toBeDisabled();
  await page.clock.runFor(10_000);
  await expect(page.getByRole("button", { name: /^Resend code in (20|19) s$/ })).toBeDisabled();
  await page.clock.runFor(20_000);
  // The server's own clock says otherwise, and so does the button then.
  await page.getByRole("button", { name: "Resend code", exact: true }).click();
  await expect(page.getByText(/^That was too often\. Please try again in \d+ seconds$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
  await page.getByLabel("Verification code").fill(earlier);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByLabel("Username")).toBeVisible();
});

test("Google and Apple stand there, and say that they are not set up", async ({ page }) => {
  await page.goto("/login");
  for (const name of ["Continue with Google", "Continue with Apple"]) {
    const button = page.getByRole("button", { name });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription("Not set up on this server");
    await button.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Not set up on this server");
    await page.mouse.move(0, 0);
    await expect(page.getByRole("tooltip")).toBeHidden();
  }
  await expectNoAxeFindings(page);
});

test.describe("with Google's keys", () => {
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from here, and there are none.
    serverEnv: async ({}, use) => {
      const port = String(await freePort());
      const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret", GOOGLE_ISSUER: "http://127.0.0.1:1" };
      await use({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...google });
    },
  });

  test("the button leads there with what was wanted, and a provider that is down is said on the way back", async ({ page }) => {
    await page.goto("/login?username=ada&next=%2Fitems");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "This way of signing in does not answer at the moment. Please continue with email" })).toBeVisible();
    await expect(page).toHaveURL(/username=ada/);
    await expect(page).toHaveURL(/next=%2Fitems/);
    await expectNoAxeFindings(page);
  });
});
