import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { freePort } from "#e2e/support/network/free-port";
import { logout } from "#e2e/support/steps/navigation-steps";
import type { TestServer } from "#e2e/support/server";
import { signUp } from "#e2e/support/steps/sign-up";

const MAIL = {
  "Mail app": "mailto:",
  Outlook: "https://outlook.live.com/mail/",
  Gmail: "https://mail.google.com/",
};

test("a reload during the code or username step keeps the sign-in", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/net::ERR_(?:FAILED|INTERNET_DISCONNECTED)/, /409 \(Conflict\)/);
  await page.goto("/login?next=%2Funsaved");
  const email = page.getByLabel("Email", { exact: true });
  await email.fill("ada@");
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(email).toBeFocused();
  await email.fill("adda@example.com");
  await page.getByRole("button", { name: "Continue with email" }).click();
  const code = page.getByLabel("Verification code");
  await expect(code).toBeFocused();
  await page.reload();
  await expect(code).toBeFocused();
  await expect(page.getByText("We've sent a 6-digit code to adda@example.com")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
  expect(page.url()).not.toContain("adda");
  await page.getByRole("button", { name: "Use different email" }).click();
  await expect(email).toHaveValue("adda@example.com");
  await page.goForward();
  await expect(code).toBeFocused();
  await page.getByRole("button", { name: "Use different email" }).click();
  await page.reload();
  await expect(email).toHaveValue("adda@example.com");
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(code).toBeFocused();
  await expect(page.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
  await page.getByRole("button", { name: "Use different email" }).click();
  await email.fill("ada@example.com");
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(code).toBeFocused();
  await page.reload();
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  for (const [name, href] of Object.entries(MAIL))
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", href);
  const sent = await server.codeFor("ada@example.com");
  await page.keyboard.insertText("12 34");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(code).toHaveAccessibleDescription("Verification code must be 6 digits");
  await expect(code).toBeFocused();
  await code.clear();
  await test.step("a pasted code is sent at once; one that did not reach the server is not called wrong", async () => {
    await page.route("**/api/auth/verify-code", (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/verify-code"));
    await page.keyboard.insertText(`${sent.slice(0, 3)} ${sent.slice(3)}`);
    await expect(code).toHaveValue(sent);
    await failed;
    await expect(page.getByText("Failed to verify code", { exact: true })).toBeVisible();
    await expect(code).toHaveAccessibleDescription("");
    await expect(code).not.toHaveAttribute("aria-invalid", "true");
  });
  await page.getByRole("button", { name: "Verify" }).click();
  await test.step("the browser's Back goes back step by step too, and loses nothing", async () => {
    await page.getByLabel("Username").fill("Ada_Lovelace");
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Email verified" })).toBeFocused();
    await page.goBack();
    await expect(email).toHaveValue("ada@example.com");
    await page.goForward();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(page.getByLabel("Username")).toHaveValue("Ada_Lovelace");
  });
  await expect(page.getByRole("paragraph").filter({ hasText: "Your public link" })).toContainText(
    `${new URL(server.address).host}/Ada_Lovelace`,
  );
  await expect(page.getByText("Ada_Lovelace is yours to take")).toBeAttached();

  await page.route("**/api/auth/me", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("heading", { name: "Almost there" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeFocused();
  await page.goForward();
  await expect(page.getByRole("heading", { name: "Almost there" })).toBeFocused();
  await page.unroute("**/api/auth/me");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Username")).toBeVisible();
  const [username, displayName] = [page.getByLabel("Username"), page.getByLabel("Display name")];
  await expect(username, "the text from before the reload").toHaveValue("Ada_Lovelace");
  await username.fill("a".repeat(31));
  await displayName.fill("A".repeat(51));
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(username).toHaveAccessibleDescription("Username must be less than 30 characters");
  await expect(displayName).toHaveAccessibleDescription("Display name must be under 50 characters");
  await expect(username).toBeFocused();
  await page.context().setOffline(true);
  await username.fill("ada");
  await expect(page.getByText("You're offline. We'll check when you're back.")).toBeInViewport();
  await page.context().setOffline(false);
  await displayName.fill("Ada");
  await test.step("when the answer is lost the account still exists, and a retry continues with it", async () => {
    await page.route(
      "**/api/auth/complete-registration",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Failed to complete registration", { exact: true })).toBeVisible();
  });
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Account created", { exact: true })).toBeVisible();
  await page.waitForURL("**/unsaved");
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toMatch(
    /ada@example\.com|displayName/,
  );

  await page.goBack();
  await expect(page).toHaveURL("about:blank");
});

test("a returning owner is greeted, and never redirected to another site", async ({
  page,
  server,
  openDevice,
}) => {
  const { email } = await signUp(page, server, { username: "ada" });
  for (const next of ["https://evil.example", "//evil.example"]) {
    const device = await openDevice();
    await device.goto(`/login?next=${encodeURIComponent(next)}`);
    await device.getByLabel("Email", { exact: true }).fill(email);
    await device.getByRole("button", { name: "Continue with email" }).click();
    await device.getByLabel("Verification code").fill(await server.codeFor(email));
    await expect(device).toHaveURL(`${server.address}/dashboard`);
    await expect(device.getByText("Login successful", { exact: true }), "for screen readers").toBeAttached();
  }

  await test.step("an owner who is already signed in sees the way back to their account", async () => {
    await page.goto("/login?next=%2Fitems");
    await expectNoAxeFindings(page);
    await page.getByRole("link", { name: "Continue as @ada" }).click();
    await expect(page).toHaveURL(`${server.address}/items`);
    await logout(page);
    await expect(page).toHaveURL(`${server.address}/`);
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Continue with email" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Continue as/ })).toHaveCount(0);
  });
});

test.describe("behind a proxy that names networks", () => {
  test.use({ serverEnv: { TRUST_PROXY: "loopback" } });

  test("after the pause a second code can be requested; only the newest works", async ({
    page,
    server,
    consoleWatch,
  }) => {
    consoleWatch.allow(/400 \(Bad Request\)/);
    const said = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
    await page.setExtraHTTPHeaders({ "X-Forwarded-For": "203.0.113.1" });
    const earlier = await askForCode(page, server);
    await page.clock.runFor(30_000);
    await expect(said).toHaveCount(0);
    await page.setExtraHTTPHeaders({ "X-Forwarded-For": "203.0.113.2" });
    await page.getByRole("button", { name: "Resend code", exact: true }).click();
    await expect(page.getByRole("button", { name: "Resend code in 30 s" })).toBeDisabled();
    await expect(said).toContainText("Verification code sent");
    await expect(said).toContainText("We've sent a 6-digit code to ada@example.com");
    expect((await said.boundingBox())?.x, "at the window's edge: no navigation is there").toBeLessThan(40);
    const later = await server.codeFor("ada@example.com");
    await page.getByLabel("Verification code").fill(earlier);
    await expect(page.getByLabel("Verification code")).toHaveAccessibleDescription(
      "We sent a newer code. Use the one in the latest email",
    );
    await page.getByLabel("Verification code").fill(later);
    await expect(page.getByLabel("Username")).toBeVisible();
  });
});

test("the button counts down the pause; one message shows at a time, for five seconds", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/429 \(Too Many Requests\)/);
  const said = page.getByRole("region", { name: "Notifications (F8)" });
  const earlier = await askForCode(page, server);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return said.getByRole("listitem").count();
    })
    .toBe(1);
  await expect(said.getByRole("listitem")).toContainText("We've sent a 6-digit code to ada@example.com");
  await page.clock.runFor(4900);
  await expect(said.getByRole("listitem")).toBeVisible();
  await page.clock.runFor(200);
  await expect(said.getByRole("listitem")).toHaveCount(0);
  await test.step("back at the first step the pending code's pause continues, and no code is requested", async () => {
    await page.getByRole("button", { name: "Use different email" }).click();
    await page.getByRole("button", { name: "Continue with email" }).click();
    await expect(page.getByRole("button", { name: /^Resend code in 2\d s$/ })).toBeDisabled();
    await expect(said.getByRole("listitem")).toHaveCount(0);
  });
  await page.clock.runFor(4400);
  await expect(page.getByRole("button", { name: /^Resend code in 2[01] s$/ })).toBeDisabled();
  const otherEmail = page.getByRole("button", { name: "Use different email" });
  const { x: xBefore, y: yBefore } = (await otherEmail.boundingBox()) ?? {};
  await page.clock.runFor(21_000);
  await expect(page.getByRole("button", { name: "Resend code", exact: true })).toBeVisible();
  expect(await otherEmail.boundingBox()).toMatchObject({ x: xBefore, y: yBefore });
  await page.getByRole("button", { name: "Resend code", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(said.getByText(/^That was too often\. Please try again in \d+ seconds$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeFocused();
  await page.keyboard.press("F8");
  await expect(said.getByRole("list")).toBeFocused();
  await swipeRight(page, said.getByRole("listitem"), 60);
  await expect(said.getByRole("listitem")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeFocused();
  await page.clock.runFor(60_000);
  await page.getByRole("button", { name: "Resend code", exact: true }).press("Enter");
  await expect(said.getByRole("listitem")).toBeVisible();
  await swipeRight(page, said.getByRole("listitem"), 45);
  await page.clock.runFor(10_000);
  await expect(said.getByRole("listitem")).toBeVisible();
  await page.getByLabel("Verification code").focus();
  await page.clock.runFor(5100);
  await expect(said.getByRole("listitem")).toHaveCount(0);
  await page.getByLabel("Verification code").fill(earlier);
  await expect(page.getByLabel("Username")).toBeVisible();
  await expect(page.getByText("Email verified"), "for screen readers").toBeAttached();
  await expect(said, "the next step is in sight").toHaveCount(0);
});

async function swipeRight(page: Page, toast: Locator, byPx: number): Promise<void> {
  const { x, y, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(x + 40, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 40 + byPx, y + height / 2, { steps: 5 });
  await page.mouse.up();
}

test("Google and Apple are shown, with a note that they are not configured", async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.allow(/net::ERR_FAILED/);
  await page.route("**/api/auth/providers", (route) => route.abort());
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Continue with Google" })).toHaveAccessibleDescription(
    "Needs a connection to the server",
  );
  await page.unroute("**/api/auth/providers");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  for (const name of ["Continue with Google", "Continue with Apple"]) {
    const button = page.getByRole("button", { name });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription("Not set up on this server");
    await button.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Not set up on this server");
    await page.mouse.move(0, 0);
    await expect(page.getByRole("tooltip")).toBeHidden();
  }
  await expect(page.getByText("Google and Apple are not set up on this server.")).toBeVisible();
  await expectNoAxeFindings(page);
});

test.describe("with Google's keys", () => {
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names from this pattern.
    serverEnv: async ({}, use) => {
      const port = String(await freePort());
      const google = {
        GOOGLE_CLIENT_ID: "id",
        GOOGLE_CLIENT_SECRET: "secret",
        GOOGLE_ISSUER: "http://127.0.0.1:1",
      };
      await use({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...google });
    },
  });

  test("the button passes the wanted address, and an unreachable provider is reported", async ({ page }) => {
    await page.goto("/login?username=ada&next=%2Fitems");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await expect(
      page.getByRole("alert").filter({
        hasText: "This way of signing in doesn't answer right now. Please continue with email",
      }),
    ).toBeVisible();
    await expect(page).toHaveURL(/username=ada/);
    await expect(page).toHaveURL(/next=%2Fitems/);
    await expectNoAxeFindings(page);
  });
});

async function askForCode(page: Page, server: TestServer): Promise<string> {
  await page.clock.install();
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Continue with email" }).click();
  const code = await server.codeFor("ada@example.com");
  await expect(page.getByRole("button", { name: "Resend code in 30 s" })).toBeDisabled();
  return code;
}

const withAddress = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names from this pattern.
  serverEnv: async ({}, use) => {
    const port = String(await freePort());
    await use({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  },
});

withAddress(
  "the mail's link fills in the code on the device that requested it; elsewhere, and after its use, it says why not",
  async ({ page, server, context, openDevice }) => {
    await page.goto("/login?next=%2Funsaved");
    await page.getByLabel("Email", { exact: true }).fill("lin@example.com");
    await page.getByRole("button", { name: "Continue with email" }).click();
    await expect(page.getByLabel("Verification code")).toBeFocused();
    const code = await server.codeFor("lin@example.com");
    const link = `/login#code=${code}`;
    const elsewhere =
      "The link in the email works only in the browser that asked for the code, and only once.";

    const stranger = await openDevice();
    await stranger.goto(link);
    await expect(stranger.getByRole("alert").filter({ hasText: elsewhere })).toBeVisible();
    await expect(stranger).toHaveURL(/\/login$/);
    await expectNoAxeFindings(stranger);

    const fromMail = await context.newPage();
    await fromMail.goto(link);
    await expect(fromMail.getByLabel("Verification code")).toHaveValue(code);
    await expect(fromMail.getByText("lin@example.com")).toBeVisible();
    expect(fromMail.url()).not.toContain(code);
    await fromMail.close();

    await withAddress.step("the same in the tab that waits, whatever was typed there", async () => {
      await page.getByLabel("Verification code").fill("12");
      await page.evaluate((fragment) => void (location.hash = fragment), `code=${code}`);
      await expect(page.getByLabel("Verification code")).toHaveValue(code);
      expect(page.url()).not.toContain(code);
      await page.getByRole("button", { name: "Use different email" }).click();
      await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
      await page.evaluate((fragment) => void (location.hash = fragment), `code=${code}`);
      await expect(page.getByLabel("Verification code")).toHaveValue(code);
    });
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByLabel("Username")).toBeVisible();
    expect(server.output).not.toContain(`code=${code}`);

    const again = await openDevice();
    await again.goto(link);
    await expect(again.getByRole("alert").filter({ hasText: elsewhere })).toBeVisible();
  },
);

test("the wait, and an unreachable mail server, stay on the screen", async ({ page, consoleWatch }) => {
  consoleWatch.allow(/429|503/);
  await page.goto("/login");
  // One route for both answers: between two the browser may let a request through to the server.
  let answer = {
    status: 429,
    code: "too-many",
    message: "That was too often. Please try again in 5 minutes",
  };
  await page.route("**/api/auth/send-code", (route) => {
    const { status, ...json } = answer;
    return route.fulfill({ status, json, headers: { "X-Shelv": "1" } });
  });
  await page.getByLabel("Email", { exact: true }).fill("lin@example.com");
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "That was too often. Please try again in 5 minutes",
  );
  answer = { status: 503, code: "mail-not-sent", message: "Failed to send verification code" };
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "We can't send email right now. Please try again in a few minutes",
  );
});
