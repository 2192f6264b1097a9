import type { Page } from "@playwright/test";
import { BOTH_SIZES } from "#e2e/support/tags";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { failNextWrite } from "#e2e/support/page/fail-writes";
import { holdWorker } from "#e2e/support/network/hold-worker";
import { cachedPaths, untilAppCached } from "#e2e/support/page/cached-app";
import { dismissToast, PICTURE, syncState } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
/** What is in sight has no toast. */
const announced = async (page: Page, text: string) => {
  await expect(page.getByText(text, { exact: true }), "for screen readers").toBeAttached();
  await expect(page.getByRole("region", { name: /^Notifications/ }).getByText(text)).toHaveCount(0);
};
const answer = async (page: Page, path: string) =>
  (await (await page.request.get(path)).json()) as Record<string, unknown>;

declare global {
  interface Window {
    releaseStore: () => void;
  }
}

async function holdStore() {
  const name = (await indexedDB.databases())
    .map((database) => database.name)
    .find((of) => of?.startsWith("shelv-") && of !== "shelv-device");
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name ?? "");
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const meta = database.transaction("meta", "readwrite").objectStore("meta");
  let isHeld = true;
  const stay = () => (isHeld ? meta.count().addEventListener("success", stay) : database.close());
  stay();
  const put: (value: unknown) => IDBRequest<IDBValidKey> = Reflect.get(IDBObjectStore.prototype, "put");
  window.releaseStore = () => {
    isHeld = false;
    IDBObjectStore.prototype.put = () => {
      IDBObjectStore.prototype.put = put;
      throw new DOMException("Encountered full disk while committing transaction.", "QuotaExceededError");
    };
  };
}

test("profile, photo, style and settings changed offline reach another device", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  test.slow();
  consoleWatch.allow(...NETWORK_GONE, /404.*api.blobs/);
  const owner = await signUp(page, server, { username: "ada" });
  await page.goto("/account");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await untilAppCached(page);
  await page.goto("/ada");
  await expect.poll(() => cachedPaths(page)).toContain("/ada");
  await page.goto("/account");
  await page.context().setOffline(true);
  await page.reload();

  await page.getByLabel("Display name").fill("x".repeat(51));
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole("button", { name: "Save Changes" }), "with its form").toBeInViewport();
  await page.getByLabel("Bio").fill("y".repeat(161));
  await expect(page.getByText("161/160")).toBeVisible();
  await page.getByLabel("Website").fill("no url");
  await page.getByLabel("Location").fill("z".repeat(51));
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Display name must be under 50 characters");
  await toast(page, "Bio must be under 160 characters");
  await toast(page, "Must be a valid URL");
  await toast(page, "Location must be under 50 characters");
  await expect(page.getByLabel("Display name")).toBeFocused();
  await page.getByLabel("Website").focus();
  await page.getByLabel("Location").focus();
  await toast(page, "Must be a valid URL");
  await expect(page.getByLabel("Website")).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeFindings(page);
  await page.getByLabel("Display name").fill(" ");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Display name is required");
  await page.getByLabel("Display name").fill("Ada L.");
  await page.getByLabel("Bio").fill("Engines, mostly.");
  await page.getByLabel("Website").fill("example.com/ada");
  await page.getByLabel("Location").fill("London");
  await page.evaluate(failNextWrite);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Failed to update profile");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Profile updated successfully");

  const photo = page.getByLabel("Profile picture").locator("input[type=file]");
  await photo.setInputFiles({ ...PICTURE, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await toast(page, "File too large");
  await toast(page, "Please select an image under 5MB");
  await photo.setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("no picture"),
  });
  await toast(page, "Please upload a JPEG, PNG, GIF, or WebP image");
  await photo.setInputFiles({
    name: "half.png",
    mimeType: "image/png",
    buffer: PICTURE.buffer.subarray(0, -20),
  });
  await toast(page, "Failed to upload image");
  await toast(page, "Failed to process image");
  const who = page.getByRole("region", { name: "Profile picture" });
  await test.step("the form shows that a photo is being prepared, and blocks its buttons", async () => {
    const releaseWorker = await holdWorker(page);
    await photo.setInputFiles(PICTURE);
    await expect(who.getByRole("status")).toHaveText("Preparing the picture");
    await expect(who.getByRole("button", { name: "Choose a picture" })).toBeDisabled();
    await releaseWorker();
    await announced(page, "Profile picture updated successfully");
    await expect(who.getByRole("status")).toHaveCount(0);
  });
  await test.step("the photo is removed, and chosen again", async () => {
    await expect(who.locator("img")).toBeVisible();
    await page.evaluate(failNextWrite);
    await who.getByRole("button", { name: "Remove picture" }).click();
    await toast(page, "Failed to remove picture");
    await who.getByRole("button", { name: "Remove picture" }).click();
    await expect(who.locator("img")).toHaveCount(0);
    await expect(who.getByRole("button", { name: "Remove picture" })).toHaveCount(0);
    await expect(who.getByRole("button", { name: "Choose a picture" })).toBeVisible();
    await photo.setInputFiles(PICTURE);
    await expect(who.locator("img")).toBeVisible();
  });
  await test.step("the owner's page shows changes that only this device has, also when a server's copy is cached", async () => {
    const own = await page.context().newPage();
    await own.goto("/ada");
    const drawn = own.frameLocator("iframe");
    await expect(drawn.getByRole("heading", { name: "Ada L." })).toBeVisible();
    await expect
      .poll(() =>
        drawn.locator(".shelv-who img").evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0);
    await own.close();
  });

  await page.getByRole("tab", { name: "Style" }).click();
  const waiting = async () => Number(/\((\d+) waiting\)/.exec(await syncState(page).innerText())?.[1]);
  const before = await waiting();
  await page.getByRole("radio", { name: "Wood" }).click();
  await announced(page, "Settings updated successfully");
  await expect.poll(waiting, "a choice is one change").toBe(before + 1);
  await page.getByRole("tabpanel", { name: "Style" }).getByRole("radio", { name: "Dark" }).click();
  await expectNoAxeFindings(page);
  await page.getByRole("tab", { name: "Settings" }).click();
  const analytics = page.getByRole("switch", { name: "Show analytics" });
  await test.step("a switch shows the choice before it is stored, and returns when the write fails", async () => {
    await page.evaluate(holdStore);
    await analytics.click();
    await expect(analytics).toBeChecked();
    await expect(page.getByText("Failed to update settings")).toHaveCount(0);
    await page.evaluate(() => window.releaseStore());
    await toast(page, "Failed to update settings");
    await expect(analytics).not.toBeChecked();
  });
  await dismissToast(page);
  await analytics.click();
  await announced(page, "Settings updated successfully");
  await expect(analytics).toBeChecked();
  for (const name of ["Public profile", "Email notifications"]) {
    const other = page.getByRole("switch", { name });
    await expect(other).toBeChecked();
    await other.click();
    await expect(other).not.toBeChecked();
  }
  await expectNoAxeFindings(page);

  await page.context().setOffline(false);
  await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
  expect(await answer(page, "/api/auth/me")).toMatchObject({
    displayName: "Ada L.",
    bio: "Engines, mostly.",
    website: "https://example.com/ada",
    location: "London",
    profileImageUrl: expect.stringMatching(/^\/media\//),
  });
  expect(await answer(page, "/api/user/settings")).toEqual({
    shelfBackground: "wood",
    theme: "dark",
    showAnalytics: true,
    emailNotifications: false,
    publicProfile: false,
    hidesGoneLinks: false,
  });
  const laptop = await openDevice();
  await signIn(laptop, server, owner);
  await laptop.goto("/account");
  await expect(laptop.getByLabel("Bio")).toHaveValue("Engines, mostly.");
  await laptop.getByLabel("Bio").fill("Engines and poems.");
  await laptop.getByRole("button", { name: "Save Changes" }).click();
  await page.getByRole("tab", { name: "Profile" }).click();
  await expect(page.getByLabel("Bio")).toHaveValue("Engines and poems.");
});

test("a bio accepted by the setup stays unchanged until it is edited", async ({ page, server }) => {
  await signUp(page, server, { username: "bob" });
  const headers = { Origin: server.address };
  await page.request.post("/api/complete-onboarding", { headers, multipart: { bio: "z".repeat(200) } });
  await page.goto("/account");
  await expect(page.getByText("200/160")).toBeVisible();
  await page.getByLabel("Display name").fill("Bob");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Profile updated successfully");
  await page.getByLabel("Bio").fill("z".repeat(199));
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Bio must be under 160 characters");
});

test("a plan is chosen, and its trial shows the days left", async ({ page, server }) => {
  await signUp(page, server, { username: "cleo" });
  await page.goto("/account?tab=settings");
  await expect(page.getByText("You're on the Free plan.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Start Pro trial" }), "in a line that opens").toBeHidden();
  await page.getByRole("heading", { name: "Plan", exact: true }).click();
  await expectNoAxeFindings(page);
  await page.getByRole("button", { name: "Start Pro trial" }).click();
  const line = page.getByRole("region", { name: "Plan" }).locator("summary");
  await expect(line).toContainText("Pro: your trial ends in 14 days.");
  await expect(line).toBeFocused();
  await expect(syncState(page)).toHaveText("Saved everywhere");
  expect(await answer(page, "/api/user/plan")).toMatchObject({ plan: "pro", maxShelves: null });
  await test.step("Free is chosen, then the running trial again", async () => {
    const plan = page.getByRole("region", { name: "Plan" });
    await page.getByRole("button", { name: "Choose Free" }).click();
    await announced(page, "You're on the Free plan now");
    await expect(line).toContainText("You're on the Free plan.");
    await expect(line).toBeFocused();
    await expect(plan).toContainText(
      "Your trial has 14 days left. Until then you can switch back to Pro or Premium.",
    );
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await expect.poll(() => answer(page, "/api/user/plan")).toMatchObject({ plan: "free", maxShelves: 3 });
    await page.getByRole("button", { name: "Start Pro trial" }).click();
    await announced(page, "You're on the Pro plan now");
    await expect.poll(() => answer(page, "/api/user/plan")).toMatchObject({ plan: "pro", maxShelves: null });
  });

  await test.step("text at twice the size is not cut off", async () => {
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    for (const tab of ["settings", "links"]) {
      await page.getByRole("tab", { name: tab === "links" ? "Links" : "Settings" }).click();
      const cut = await page
        .getByRole("main")
        .locator(".mantine-Button-root")
        .evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            const label = button.querySelector(".mantine-Button-label");
            const [outer, inner] = [
              button.getBoundingClientRect(),
              (label ?? button).getBoundingClientRect(),
            ];
            const isOver =
              inner.left < outer.left || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
            return isOver || [button, label].some((part) => part && part.scrollWidth > part.clientWidth + 1)
              ? [button.textContent]
              : [];
          }),
        );
      expect(cut).toEqual([]);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  });
  await test.step("a form returned to its first values shows what another device changed", async () => {
    await page.getByRole("tab", { name: "Profile" }).click();
    await page.getByLabel("Location").fill("Os");
    await page.request.put("/api/user/profile", {
      headers: { Origin: server.address },
      data: { displayName: "Cleo Two", location: "Rome" },
    });
    await expect(page.getByText("Cleo Two", { exact: true }).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByLabel("Location")).toHaveValue("Os");
    await page.getByLabel("Location").fill("");
    await expect(page.getByLabel("Location")).toHaveValue("Rome");
    await page.getByRole("tab", { name: "Settings" }).click();
  });
  await test.step("the remaining days count down while the screen is open", async () => {
    await page.clock.install();
    await page.reload();
    await page.getByRole("tab", { name: "Settings" }).click();
    const sentence = page.getByRole("region", { name: "Plan" }).getByText(/^Pro: your trial/);
    await expect(sentence).toHaveText("Pro: your trial ends in 14 days.");
    await page.clock.fastForward(5 * 24 * 60 * 60_000);
    await expect(sentence).toHaveText("Pro: your trial ends in 9 days.");
  });
});

test(
  "the quick actions open their screens, and the page opens in a new tab",
  BOTH_SIZES,
  async ({ page, server, isMobile }) => {
    await signUp(page, server, { username: "hugo" });
    await page.goto("/account?tab=links");
    await expect(page.getByRole("link", { name: "View Public Profile" })).toHaveAttribute("target", "_blank");
    await expect(page.getByRole("link", { name: "View Public Profile" })).toHaveAttribute("href", "/hugo");
    for (const [name, path] of [
      ["Manage Shelves", "/shelves"],
      ["Manage Items", "/items"],
      ["View Dashboard", "/dashboard"],
    ] as const) {
      await page.getByRole("link", { name }).click();
      await page.waitForURL(`**${path}`);
      await page.goBack();
    }
    await test.step("on a phone, and only there, Preview and Dashboard are below the forms", async () => {
      const bar = page.getByRole("navigation", { name: "Shortcuts" });
      await expect(page.getByRole("link", { name: "Manage Shelves" })).toBeVisible();
      await expect(bar).toBeVisible({ visible: isMobile });
      if (!isMobile) return;
      await page.getByRole("tab", { name: "Settings" }).click();
      await expect(bar.getByRole("link", { name: "Preview" })).toHaveAttribute("href", "/hugo");
      await bar.getByRole("link", { name: "Dashboard" }).click();
      await page.waitForURL("**/dashboard");
      await expect(bar).toHaveCount(0);
    });
  },
);
