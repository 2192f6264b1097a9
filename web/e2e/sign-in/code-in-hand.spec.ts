import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, onlineTest as test } from "#e2e/support/app-test";

const EMAIL = "ada@example.com";
const codeField = (page: Page) => page.getByLabel("Verification code");

async function askForCode(page: Page, email = EMAIL): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(codeField(page)).toBeFocused();
}

async function reopened(page: Page, path = "/login"): Promise<Page> {
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto(path);
  return next;
}

test("the code and the chosen username survive closing the app", async ({ page, server }) => {
  await page.goto("/login");
  await askForCode(page);
  const code = await server.codeFor(EMAIL);

  let tab = await reopened(page);
  await expect(codeField(tab)).toBeFocused();
  await expect(tab.getByText(`We've sent a 6-digit code to ${EMAIL}`)).toBeVisible();
  await expect(tab.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
  await codeField(tab).fill(code);
  await tab.getByLabel("Username").fill("ada_l");
  await tab.getByLabel("Display name").fill("Ada Lo");

  tab = await reopened(tab);
  await expect(tab.getByLabel("Username")).toHaveValue("ada_l");
  await expect(tab.getByLabel("Display name")).toHaveValue("Ada Lo");
  await expectNoAxeFindings(tab);
  await tab.getByRole("button", { name: "Create account" }).click();
  await tab.waitForURL("**/onboarding/**");
  expect(await tab.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/ada@example\.com|Ada Lo/);
  await test.step("and so do the answers of the setup", async () => {
    await tab.getByRole("radio", { name: "Business" }).check();
    await tab.getByRole("button", { name: "Continue", exact: true }).click();
    await tab.waitForURL((url) => !url.pathname.endsWith("/goal-selection"));
    tab = await reopened(tab, "/onboarding/goal-selection");
    await expect(tab.getByRole("radio", { name: "Business" })).toBeChecked();
  });
});

test("after a left code step a visit starts over, with the newly claimed name", async ({ page, server }) => {
  await page.goto("/login");
  await askForCode(page);
  await page.getByRole("button", { name: "Use different email" }).click();
  let tab = await reopened(page);
  await expect(tab.getByLabel("Email", { exact: true })).toHaveValue(EMAIL);
  await tab.getByRole("button", { name: "Continue with email" }).click();
  await codeField(tab).fill(await server.codeFor(EMAIL));
  await tab.getByLabel("Username").fill("somebody");
  tab = await reopened(tab, "/login?username=grace");
  await askForCode(tab, "grace@example.com");
  await codeField(tab).fill(await server.codeFor("grace@example.com"));
  await expect(tab.getByLabel("Username")).toHaveValue("grace");
});

test("a browser that blocks cookies says so before and after a code is requested", async ({
  page,
  server,
  context,
  consoleWatch,
}) => {
  consoleWatch.allow(/400 \(Bad Request\)/);
  await page.addInitScript(() => {
    if (!localStorage.getItem("allowsCookies"))
      Object.defineProperty(Document.prototype, "cookie", { configurable: true, get: () => "", set() {} });
  });
  await page.goto("/login");
  const said = page
    .getByRole("alert")
    .filter({ hasText: "This browser blocks this site's cookies, so we can't check a code" });
  await expect(said).toBeVisible();
  await expectNoAxeFindings(page);
  let isAsked = false;
  page.on("request", (request) => (isAsked ||= request.url().endsWith("/send-code")));
  await page.getByLabel("Email", { exact: true }).fill(EMAIL);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expect(
    page
      .getByRole("region", { name: "Notifications (F8)" })
      .getByText("This browser blocks this site's cookies"),
  ).toBeVisible();
  expect(isAsked).toBe(false);

  await page.evaluate(() => localStorage.setItem("allowsCookies", "yes"));
  await page.reload();
  await expect(page.getByRole("button", { name: "Continue with email" })).toBeVisible();
  await expect(said).toBeHidden();
  await askForCode(page);
  const code = await server.codeFor(EMAIL);
  await context.clearCookies();
  await codeField(page).fill(code);
  await expect(codeField(page)).toHaveAccessibleDescription(/^This browser blocks this site's cookies/);
});

test("a clock wrong by hours is reported, and the code works", async ({ page, server, context }) => {
  const HOUR_MS = 60 * 60_000;
  await page.clock.install({ time: Date.now() + 3 * HOUR_MS });
  await page.goto("/login");
  await askForCode(page);
  await expect(page.getByText("This device's clock is 3 hours fast.")).toBeVisible();
  await expectNoAxeFindings(page);
  const code = await server.codeFor(EMAIL);
  await page.close();

  await test.step("an owner who corrects the clock in between can still return", async () => {
    const tab = await context.newPage();
    await tab.goto("/login");
    await expect(codeField(tab)).toBeFocused();
    const wait = tab.getByRole("button", { name: /^Resend code in \d+ s$/ });
    await expect(wait).toBeDisabled();
    expect(Number(/\d+/.exec((await wait.textContent()) ?? "")?.[0])).toBeLessThanOrEqual(30);
    await codeField(tab).fill(code);
    await expect(tab.getByLabel("Username")).toBeVisible();
  });
});
