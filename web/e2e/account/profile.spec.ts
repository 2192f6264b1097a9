import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { moveByKeyboard, syncState } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";

const field = (page: Page, platform: string) =>
  page.getByRole("textbox", { name: `${platform} handle or URL` });
const listed = (page: Page) =>
  page
    .getByRole("list", { name: "Your social links" })
    .getByRole("textbox")
    .evaluateAll((fields) => fields.map((each) => each.getAttribute("aria-label")));

test("social links edited offline reach the page and another device", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  const owner = await signUp(page, server, { username: "ada" });
  await page.goto("/profile");
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await untilAppCached(page);
  await page.context().setOffline(true);
  await page.reload();

  await page.getByRole("button", { name: "Add GitHub" }).click();
  await expect(field(page, "GitHub")).toBeFocused();
  await field(page, "GitHub").fill("not a handle");
  await field(page, "GitHub").press("Enter");
  await expect(page.getByText("Must be a handle or a valid URL")).toBeVisible();
  await field(page, "GitHub").fill("@ada");
  await field(page, "GitHub").press("Enter");
  await expect(page.getByText("Must be a handle or a valid URL")).toBeHidden();
  await page.getByRole("button", { name: "Add Instagram" }).click();
  await field(page, "Instagram").fill("www.instagram.com/ada.makes");
  await page.getByRole("button", { name: "Add Spotify" }).click();
  await expect(field(page, "Spotify")).toBeFocused();
  await moveByKeyboard(page, "Instagram", { key: "ArrowUp", toPlace: 1 });
  await expect
    .poll(() => listed(page))
    .toEqual(["Instagram handle or URL", "GitHub handle or URL", "Spotify handle or URL"]);
  await page.getByRole("button", { name: "Remove Spotify" }).click();
  await expect(page.getByText("Spotify removed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove GitHub" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => listed(page))
    .toEqual(["Instagram handle or URL", "GitHub handle or URL", "Spotify handle or URL"]);
  await page.getByRole("button", { name: "Remove Spotify" }).click();
  await expect(field(page, "Spotify")).toHaveCount(0);
  await expectNoAxeFindings(page);
  await page.reload();
  await expect(field(page, "Instagram")).toHaveValue("https://www.instagram.com/ada.makes");
  await expect(field(page, "GitHub")).toHaveValue("@ada");

  await page.context().setOffline(false);
  await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
  expect(await (await page.request.get("/api/user/social-links")).json()).toEqual({
    links: [
      {
        platform: "instagram",
        value: "https://www.instagram.com/ada.makes",
        url: "https://www.instagram.com/ada.makes",
      },
      { platform: "github", value: "@ada", url: "https://github.com/ada" },
    ],
  });
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await laptop.goto("/profile");
  await expect.poll(() => listed(laptop)).toEqual(["Instagram handle or URL", "GitHub handle or URL"]);
  await field(laptop, "GitHub").fill("ada-2");
  await field(laptop, "GitHub").blur();
  await expect(field(page, "GitHub")).toHaveValue("ada-2");

  await field(page, "GitHub").fill("ada-3");
  await field(laptop, "GitHub").fill("ada-4");
  await field(laptop, "GitHub").blur();
  await laptop.getByRole("button", { name: "Add Spotify" }).click();
  await expect(field(page, "Spotify")).toBeVisible();
  await field(page, "GitHub").blur();
  await expect(laptop.getByRole("list", { name: "Changed on another device" })).toContainText("Use “ada-4”");
  await expect(field(laptop, "GitHub")).toHaveValue("ada-3");

  await field(page, "GitHub").fill("ada-5");
  for (const name of ["Spotify", "GitHub"])
    await laptop.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(field(page, "Spotify")).toHaveCount(0);
  await expect(syncState(laptop)).toHaveText("Saved everywhere");
  await laptop.getByRole("button", { name: "Add Twitch" }).click();
  await expect(field(page, "Twitch")).toBeVisible();
  await expect(field(page, "GitHub")).toHaveValue("ada-5");
  await expect(field(page, "GitHub")).toBeFocused();
  await field(page, "GitHub").blur();
  await expect(field(laptop, "GitHub")).toHaveValue("ada-5");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await page.goto("/ada");
  await expect(page.getByRole("link", { name: "GitHub" })).toHaveAttribute(
    "href",
    "https://github.com/ada-5",
  );
  await expect(page.getByRole("link", { name: "Edit Profile" })).toHaveAttribute("href", "/account");
});

test("the public link is copied, shared, and downloaded as a QR code", async ({ page, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) });
    Object.assign(globalThis, { shared });
  });
  await signUp(page, server, { username: "Bea" });
  await page.goto("/profile");
  const link = `${server.address}/Bea`;
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, {
      writeText: () => Promise.reject(new DOMException("Not here.", "NotAllowedError")),
    }),
  );
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Your browser didn't allow copying", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => String(getSelection())), "the text is selected for copying by hand").toBe(
    link,
  );
  const ownLink = page.getByRole("region", { name: "Your public link" });
  await ownLink.getByRole("button", { name: "Share" }).click();
  expect(await page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared)).toEqual([
    { title: "The shelves of Bea", url: link },
  ]);
  await page.evaluate(() =>
    Object.assign(navigator, {
      share: () => Promise.reject(new DOMException("Another one is open.", "InvalidStateError")),
    }),
  );
  await ownLink.getByRole("button", { name: "Share" }).click();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await page.getByText("Your browser didn't allow sharing").count()).toBe(0);

  const saved = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const svg = await saved("Download SVG");
  expect(svg.name).toBe("shelv-Bea.svg");
  expect(svg.bytes.toString()).toMatch(/^<svg xmlns/);
  const png = await saved("Download PNG");
  expect(png.name).toBe("shelv-Bea.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(1200);
});
