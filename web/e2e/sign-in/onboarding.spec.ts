import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { ALWAYS, failWrites, LOST } from "#e2e/support/page/fail-writes";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { PICTURE, syncState } from "#e2e/support/steps/shelf-steps";
import { press, step } from "#e2e/support/steps/setup-steps";
import { register, signIn } from "#e2e/support/steps/sign-up";

async function serverState(page: Page, path: string): Promise<Record<string, unknown>> {
  return (await (await page.request.get(path)).json()) as Record<string, unknown>;
}

test("a new owner's six answers arrive, though the network drops before the last", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE, /404.*api.blobs/);
  const owner = await register(page, server, { username: "ada" });
  await step(page, "goal-selection");
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  const pictures = page.locator("label .shelv-board");
  await expect(pictures, "a page for each goal").toHaveCount(3);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const picture of await pictures.all()) await expect(picture).toBeInViewport();
  }
  await page.getByRole("radio", { name: "Creator" }).check();
  await expect(page.getByRole("checkbox", { name: "My work" })).toBeChecked();
  await page.getByRole("checkbox", { name: "My tools" }).check();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "My tools" })).toBeChecked();
  await press(page, "Continue");

  await step(page, "trial-offer");
  await expect(page.getByText("No credit card required")).toBeVisible();
  await press(page, "Start Free Trial");

  await step(page, "pricing-selection");
  await expect(page.getByRole("radio", { name: "Pro", exact: false }).first()).toBeChecked();
  await press(page, "Start Pro trial");

  await step(page, "template-selection");
  await expect(page.getByRole("radio").first()).toHaveAccessibleName(/Warm.*Suits creators/);
  await expect(page.getByRole("radio").first()).toBeChecked();
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByRole("radio", { name: "Warm" }).check();
  await press(page, "Continue");

  await step(page, "social-platforms");
  expect(await page.getByText(/\d selected/).count(), "no count of nothing").toBe(0);
  await page.getByRole("checkbox", { name: "GitHub" }).check();
  await page.getByRole("checkbox", { name: "Instagram" }).check();
  const fields = page.getByRole("listitem").getByRole("textbox");
  await expect(fields).toHaveCount(2);
  const boxes = await Promise.all((await fields.all()).map((field) => field.boundingBox()));
  expect(
    boxes.map((box) => box?.x),
    "one column of fields",
  ).toEqual([boxes[0]?.x, boxes[0]?.x]);
  const instagram = page.getByLabel("Instagram handle or URL");
  await instagram.fill("a potter");
  await press(page, "Continue");
  await expect(instagram).toHaveAccessibleDescription("Must be a handle or a valid URL");
  await expect(instagram).toBeFocused();
  await instagram.fill("@ada.pots");
  await page.reload();
  await expect(page.getByText("2 selected")).toBeVisible();
  await expect(instagram).toHaveValue("@ada.pots");
  await press(page, "Continue");

  await step(page, "profile-setup");
  await page.getByLabel("Bio").fill("x".repeat(161));
  await page.goBack();
  await step(page, "social-platforms");
  await expect(page.getByRole("checkbox", { name: "GitHub" })).toBeChecked();
  await press(page, "Continue");
  await expect(page.getByLabel("Bio")).toHaveValue("x".repeat(161));
  await expect(page.getByText("Bio must be under 160 characters")).toBeVisible();
  await untilAppCached(page);
  await page.context().setOffline(true);
  await page.getByLabel("Profile picture").setInputFiles(PICTURE);
  await expect(page.getByRole("button", { name: "Remove picture" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Remove picture" })).toBeVisible();
  await expect(
    page.getByRole("group", { name: "Profile picture" }).locator("img[src^='blob:']"),
  ).toBeVisible();
  await page.getByLabel("What do you do?").fill("Potter");
  await test.step("a wide screen shows the page with the answers so far", async () => {
    const ownPage = page.locator(".shelv-page", { hasText: "@ada" });
    await expect(ownPage).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(ownPage.getByText("Potter", { exact: true })).toBeInViewport();
    await expect(ownPage.getByText("My work")).toBeInViewport();
    await expect(ownPage).toHaveAttribute("data-background", "gradient");
    await expect(page.getByRole("button", { name: "Complete Setup" })).toBeInViewport({ ratio: 1 });
  });
  await page.getByLabel("Bio").fill("x".repeat(161));
  await expect(page.getByText("161/160")).toBeVisible();
  await press(page, "Complete Setup");
  await expect(page.getByText("Bio must be under 160 characters")).toBeVisible();
  await expect(page.getByLabel("Bio")).toBeFocused();
  await page.getByLabel("Bio").fill("Mugs and vases.");
  await expectNoAxeFindings(page);
  await press(page, "Complete Setup");

  const first = page.getByRole("region", { name: "My work" });
  await expect(first.getByText("Welcome to Shelv!", { exact: true }), "it covers nothing").toBeVisible();
  await expect(first.getByText("Your profile has been set up successfully.", { exact: true })).toBeVisible();
  await test.step("it ends on the first shelf, with the page and one action", async () => {
    await expect(page).toHaveURL(/\/shelves\/[^/]+\?begin=setup$/);
    await expect(page.getByRole("link", { name: "Add your first item" })).toBeFocused();
    const ownPage = page.frameLocator("iframe");
    await expect(ownPage.getByRole("heading", { name: "My work" })).toBeAttached();
    await expect(ownPage.getByRole("link", { name: "Instagram" })).toBeAttached();
    await expect(ownPage.getByText("Potter", { exact: true })).toBeAttached();
    await expectNoAxeFindings(page);
  });
  await expect(syncState(page)).toHaveText("Offline (4 waiting)");
  expect(
    await page.evaluate(() =>
      [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) =>
        /^shelv-(onboarding|wanted)/.test(key),
      ),
    ),
  ).toEqual([]);

  await page.context().setOffline(false);
  await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
  expect(await serverState(page, "/api/onboarding-status")).toEqual({ completed: true });
  expect(await serverState(page, "/api/auth/me")).toMatchObject({
    title: "Potter",
    bio: "Mugs and vases.",
    profileImageUrl: expect.stringMatching(/^\/media\//),
  });
  expect(await serverState(page, "/api/user/plan")).toMatchObject({
    plan: "pro",
    trialEndsAt: expect.any(String),
  });
  expect(await serverState(page, "/api/settings")).toMatchObject({
    template: "warm",
    primaryColor: "#EA580C",
    shelfBackground: "gradient",
  });
  expect(await serverState(page, "/api/user/social-links")).toMatchObject({
    links: [
      { platform: "github", value: "" },
      { platform: "instagram", value: "@ada.pots" },
    ],
  });

  expect(await serverState(page, "/api/shelves")).toMatchObject([{ name: "My work" }, { name: "My tools" }]);

  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await expect(syncState(laptop)).toBeVisible();
  await expect(laptop).toHaveURL(/\/(dashboard|shelves)$/);

  const origin = server.address;
  await laptop.request.put("/api/settings", {
    headers: { Origin: origin },
    data: { primaryColor: "#123456" },
  });
  for (const [template, primaryColor] of [
    ["Warm", "#123456"],
    ["Dark", "#6366F1"],
  ] as const) {
    await laptop.goto("/onboarding/template-selection");
    await expect(laptop.getByRole("radio", { name: "Warm" })).toBeChecked();
    await laptop.getByRole("radio", { name: template }).check();
    await press(laptop, "Continue");
    await expect(laptop.getByLabel("Instagram handle or URL")).toHaveValue("@ada.pots");
    await press(laptop, "Continue");
    await press(laptop, "Complete Setup");
    await expect(laptop).toHaveURL(/\/(dashboard|shelves)$/);
    await expect(syncState(laptop)).toHaveText("Saved everywhere");
    expect(await serverState(laptop, "/api/settings")).toMatchObject({
      template: template.toLowerCase(),
      primaryColor,
    });
  }

  await test.step("a repeated setup shows its answers; an unticked platform goes, and a way out leaves all as it is", async () => {
    await laptop.goto("/onboarding/goal-selection");
    await expect(laptop.getByRole("radio", { name: "Creator" })).toBeChecked();
    await expect(laptop.getByRole("checkbox")).toHaveCount(0);
    await laptop.goto("/onboarding/social-platforms");
    await laptop.getByRole("checkbox", { name: "GitHub" }).uncheck();
    await laptop.getByRole("button", { name: "Close the setup" }).click();
    await expect(laptop).toHaveURL(/\/dashboard$/);
    const links = { github: "", instagram: "@ada.pots" };
    const storedLinks = async () =>
      Object.fromEntries(
        (
          (await serverState(laptop, "/api/user/social-links"))["links"] as {
            platform: string;
            value: string;
          }[]
        ).map(({ platform, value }) => [platform, value]),
      );
    await expect(syncState(laptop)).toHaveText("Saved everywhere");
    expect(await storedLinks()).toEqual(links);
    await laptop.goto("/onboarding/social-platforms");
    await expect(laptop.getByRole("checkbox", { name: "GitHub" })).not.toBeChecked();
    await press(laptop, "Continue");
    await press(laptop, "Skip");
    await expect(laptop).toHaveURL(/\/dashboard$/);
    await expect.poll(storedLinks).toEqual({ instagram: "@ada.pots" });
    await expect(syncState(laptop)).toHaveText("Saved everywhere");
  });
});

test("no step of the setup has an accessibility finding, also with a wrong handle", async ({
  page,
  server,
}) => {
  await register(page, server, { username: "ada" });
  await step(page, "goal-selection");
  await expectNoAxeFindings(page);
  await page.getByRole("radio", { name: "Creator" }).check();
  await expect(page.getByRole("checkbox", { name: "My work" })).toBeChecked();
  await expectNoAxeFindings(page);
  await press(page, "Continue");
  await step(page, "trial-offer");
  await expectNoAxeFindings(page);
  await press(page, "Start Free Trial");
  await step(page, "pricing-selection");
  await expectNoAxeFindings(page);
  await press(page, "Start Pro trial");
  await step(page, "template-selection");
  await expectNoAxeFindings(page);
  await press(page, "Continue");
  await step(page, "social-platforms");
  await page.getByRole("checkbox", { name: "Instagram" }).check();
  const instagram = page.getByLabel("Instagram handle or URL");
  await instagram.fill("a potter");
  await press(page, "Continue");
  await expect(instagram).toHaveAccessibleDescription("Must be a handle or a valid URL");
  await expectNoAxeFindings(page);
  await instagram.fill("@ada.pots");
  await press(page, "Continue");
  await step(page, "profile-setup");
  await expectNoAxeFindings(page);
});

test("skipping every optional step completes the setup without answers", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/Dexie: Workaround for Chrome/);
  await register(page, server, { username: "bob" });
  await page.getByRole("radio", { name: "Personal" }).check();
  await page.getByRole("checkbox", { name: "Favorites" }).uncheck();
  await press(page, "Continue");
  await step(page, "trial-offer");
  await test.step("a plan that was chosen with the trial goes when the trial is declined", async () => {
    await press(page, "Start Free Trial");
    await step(page, "pricing-selection");
    await press(page, "Start Pro trial");
    await step(page, "template-selection");
    for (const name of ["pricing-selection", "trial-offer"]) {
      await page.getByRole("link", { name: "Back" }).click();
      await step(page, name);
    }
    await press(page, "Skip");
    await step(page, "pricing-selection");
  });
  await test.step("after a declined trial Free is chosen, and the one button follows the choice", async () => {
    await expect(page.getByRole("radio", { name: "Free", exact: false }).first()).toBeChecked();
    await expectNoAxeFindings(page);
    await page.getByRole("radio", { name: "Pro", exact: false }).first().check();
    await expect(page.getByRole("button", { name: "Continue with Free" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Start Pro trial" })).toBeVisible();
    await page.getByRole("radio", { name: "Free", exact: false }).first().check();
  });
  await press(page, "Continue with Free");
  await step(page, "template-selection");
  await press(page, "Skip");
  await step(page, "social-platforms");
  await page.getByRole("checkbox", { name: "GitHub" }).check();
  await page.getByRole("link", { name: "Back" }).click();
  await step(page, "template-selection");
  await test.step("the page's Back is the browser's, also after a reload", async () => {
    await page.goForward();
    await step(page, "social-platforms");
    await page.reload();
    await page.getByRole("link", { name: "Back" }).click();
    await step(page, "template-selection");
    await page.goBack();
    await step(page, "pricing-selection");
    for (const name of ["template-selection", "social-platforms"]) {
      await page.goForward();
      await step(page, name);
    }
  });
  await expect(page.getByRole("checkbox", { name: "GitHub" })).toBeChecked();
  await page.reload();
  await press(page, "Skip");
  await step(page, "profile-setup");
  await page.getByLabel("Bio").fill("Typed, then skipped");
  await test.step("a device that cannot store the answers says so, and still shows them all", async () => {
    await failWrites(page, ALWAYS);
    await press(page, "Skip");
    await expect(page.getByText("Setup failed", { exact: true })).toBeVisible();
    await expect(page.getByText(LOST, { exact: true })).toBeVisible();
    await failWrites(page, 0);
    await expect(page.getByLabel("Bio")).toHaveValue("Typed, then skipped");
  });
  await press(page, "Skip");
  await expect(page.getByText("Welcome to Shelv!", { exact: true })).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
  expect(await serverState(page, "/api/user/plan")).toMatchObject({ plan: "free", trialEndsAt: null });
  expect(await serverState(page, "/api/user/social-links")).toEqual({ links: [] });
  expect(await serverState(page, "/api/auth/me")).toMatchObject({ bio: "", title: "" });

  await test.step("Back skips the steps of a completed setup and leads to the page before it; the setup can be repeated", async () => {
    await page.getByRole("link", { name: "Complete Setup Guide" }).click();
    await page.getByRole("radio", { name: "Creator" }).check();
    await page.getByRole("checkbox", { name: "My work" }).uncheck();
    await press(page, "Continue");
    await press(page, "Start Free Trial");
    await expect(page.getByRole("heading", { name: "Choose your plan" })).toBeVisible();
    await page.goBack();
    await expect(page.getByText("No credit card required")).toBeVisible();
    await press(page, "Start Free Trial");
    await press(page, "Start Pro trial");
    await press(page, "Skip");
    await press(page, "Skip");
    await press(page, "Skip");
    await expect(page.getByRole("link", { name: "Complete Setup Guide" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("about:blank");
  });
});

test("a browser that forbids storage still completes the setup", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/Service Worker/, /401/);
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage", "indexedDB"]) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
  });
  await page.goto("/login?plan=premium");
  await page.getByLabel("Email", { exact: true }).fill("hedy@example.com");
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("Verification code").fill(await server.codeFor("hedy@example.com"));
  await page.getByLabel("Username").fill("hedy");
  await page.getByRole("button", { name: "Create account" }).click();
  await step(page, "goal-selection");
  await page.getByRole("radio", { name: "Business" }).check();
  await press(page, "Continue");
  await press(page, "Start Free Trial");
  await expect(page.getByRole("radio", { name: "Premium", exact: false }).first()).toBeChecked();
  for (const name of ["trial-offer", "goal-selection"]) {
    await page.getByRole("link", { name: "Back" }).click();
    await step(page, name);
  }
  await expect(page.getByRole("radio", { name: "Business" })).toBeChecked();
});

test("the plan named by the landing page is preselected", async ({ page, server }) => {
  await page.goto("/login?plan=premium");
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
  await register(page, server, { username: "cleo" });
  await page.goto("/onboarding/pricing-selection");
  await expect(page.getByRole("radio", { name: "Premium", exact: false }).first()).toBeChecked();
  await expect(page.getByRole("button", { name: "Start Premium trial" })).toBeVisible();
});
