import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { openMore, addItem, itemRow, syncState } from "#e2e/support/steps/shelf-steps";
import { press, step } from "#e2e/support/steps/setup-steps";
import { register, signUp } from "#e2e/support/steps/sign-up";
import { BOTH_SIZES, MAIN } from "#e2e/support/tags";

const MOST_TAPS = 12;
class Fingers {
  taps = 0;

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeVisible();
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field);
    await field.pressSequentially(text);
  }
}

const plate = (page: Page) => page.locator(".plate").filter({ hasText: "noor-ceramics" });
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");

test(
  "a visitor comes from a name to a page with a link in at most twelve taps and one code",
  { tag: [BOTH_SIZES.tag, MAIN.tag] },
  async ({ page, server, openDevice, consoleWatch }) => {
    consoleWatch.allow(/400 \(Bad Request\)/);
    const fingers = new Fingers();
    const tap = (role: "button" | "link" | "radio", name: string | RegExp) =>
      fingers.tap(page.getByRole(role, { name }));

    await test.step("a name that cannot be is answered with a free one", async () => {
      await page.goto("/");
      await fingers.type(page.getByLabel("Choose your username"), "noor.ceramics");
      await tap("button", "noor-ceramics is free");
      await expect(page.getByLabel("Choose your username")).toHaveValue("noor-ceramics");
      await expect(page.getByText("noor-ceramics is yours to take")).toBeVisible();
      await expectNoAxeFindings(page);
      await tap("button", "Claim your Shelv");
    });

    await test.step("the name stays in sight; six digits are a sign-in, wrong ones are said once", async () => {
      await expect(page.getByRole("heading", { name: "Sign up for free" })).toBeVisible();
      await expect(plate(page)).toBeVisible();
      await expectNoAxeFindings(page);
      await fingers.type(page.getByLabel("Email", { exact: true }), "noor@example.com");
      await tap("button", "Continue with email");
      const code = page.getByLabel("Verification code");
      await expect(plate(page)).toBeVisible();
      const right = await server.codeFor("noor@example.com");
      await fingers.type(code, right === "111111" ? "222222" : "111111");
      await expect(code).toHaveAccessibleDescription(/.+/);
      await expect(code).toBeFocused();
      expect(await toasts(page).count(), "neither an error nor that a code was sent").toBe(0);
      await expectNoAxeFindings(page);
      await fingers.type(code, right);
      await expect(page.getByLabel("Username")).toHaveValue("noor-ceramics");
      await expect(plate(page)).toBeVisible();
      await tap("button", "Create account");
    });

    await test.step("the setup asks for a goal, and can be completed with that", async () => {
      await step(page, "goal-selection");
      expect(await toasts(page).count(), "nothing covers a button of the setup").toBe(0);
      await expect(plate(page)).toBeVisible();
      await tap("radio", /Creator/);
      await tap("button", "Continue");
      await step(page, "trial-offer");
      await expect(plate(page)).toBeVisible();
      const placeOf = async (name: string) => {
        const box = await page.getByRole("button", { name, exact: true }).boundingBox();
        return [box?.y, box?.height];
      };
      expect(await placeOf("Skip the rest"), "each way to skip is in one line").toEqual(
        await placeOf("Skip"),
      );
      await tap("button", "Skip the rest");
    });

    await test.step("it ends on a shelf, with one action", async () => {
      await expect(page.getByRole("region", { name: "My work" })).toBeVisible();
      await expect(plate(page)).toBeVisible();
      await tap("link", "Add your first item");
      const form = page.getByRole("dialog", { name: "Add New Item" });
      await fingers.type(form.getByLabel("URL"), "example.com/teapot");
      await fingers.type(form.getByLabel("Title"), "Yixing teapot");
      await fingers.tap(form.getByRole("button", { name: "Create", exact: true }));
    });
    expect(fingers.taps).toBeLessThanOrEqual(MOST_TAPS);

    await test.step("one sheet says that the page is live, and strangers see the link", async () => {
      const sheet = page.getByRole("dialog", { name: "Your page is live" });
      await expect(sheet.getByText(`${server.address}/noor-ceramics`, { exact: true })).toBeVisible();
      await expect(
        sheet.getByRole("img", { name: `QR code of ${server.address}/noor-ceramics` }),
      ).toBeVisible();
      await expectNoAxeFindings(page);
      await expect(syncState(page)).toHaveText("Saved everywhere");
      const stranger = await openDevice();
      await stranger.goto("/noor-ceramics");
      await expect(stranger.getByRole("heading", { name: "My work" })).toBeVisible();
      await expect(stranger.getByRole("link", { name: /Yixing teapot/ })).toHaveAttribute(
        "href",
        "https://example.com/teapot",
      );
      await sheet.getByRole("button", { name: "Close" }).click();
      await expect(sheet).toBeHidden();
    });

    await test.step("the sheet does not come again", async () => {
      await addItem(page, { title: "Gaiwan", url: "https://example.com/gaiwan" });
      await expect(page.getByText("Item created successfully", { exact: true })).toBeVisible();
      expect(await page.getByRole("dialog").count()).toBe(0);
      await page.reload();
      await expect(itemRow(page, "Gaiwan")).toBeVisible();
      expect(await page.getByRole("dialog").count()).toBe(0);
    });
  },
);

test("without a network the setup ends on the shelf too, and the sheet says what waits", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  await register(page, server, { username: "noor" });
  await page.getByRole("radio", { name: "Business" }).check();
  await press(page, "Continue");
  await step(page, "trial-offer");
  await untilAppCached(page);
  await page.context().setOffline(true);
  await press(page, "Skip the rest");
  await expect(page.getByRole("link", { name: "Add your first item" })).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "Add your first item" }).click();
  const form = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(form);
  await form.getByLabel("Title").fill("Bowls");
  await form.getByLabel("URL").fill("https://example.com/bowls");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Your page is ready" });
  await expect(sheet.getByText("It goes live with the next connection", { exact: false })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.context().setOffline(false);
  await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
  const visitor = await openDevice();
  await visitor.goto("/noor");
  await expect(visitor.getByRole("heading", { name: "Our shop" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: /Bowls/ })).toBeVisible();
});

test(
  "Share is on each screen of the editor, and copies the address",
  BOTH_SIZES,
  async ({ page, server, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signUp(page, server, { username: "noor" });
    const share = page.getByRole("main").locator("header").getByRole("button", { name: "Share" });
    for (const path of ["/dashboard", "/items", "/appearance", "/profile", "/account", "/shelves"]) {
      await page.goto(path);
      await expect(share).toBeVisible();
    }
    await share.click();
    const sheet = page.getByRole("dialog", { name: "Share your page" });
    await sheet.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.address}/noor`);
    await page.keyboard.press("Escape");
    await expect(share).toBeFocused();
    await test.step("of a page that is not public it promises nothing", async () => {
      await page.goto("/account?tab=settings");
      await page.getByLabel("Public profile").uncheck();
      await share.click();
      await expect(sheet.getByText("Your page is not public")).toBeVisible();
    });
  },
);
