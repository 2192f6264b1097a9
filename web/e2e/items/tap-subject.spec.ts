import type { Locator } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE } from "#e2e/support/app-test";
import { dotPicture, pairPicture } from "#e2e/support/data/product-picture";
import { test } from "#e2e/support/red-model-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { listedItem } from "#e2e/support/steps/item-steps";
import { beginItem, makeShelf, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

test("one tap on the subject cuts it out where nothing or something else was found, offline and by keyboard too", async ({
  page,
  browser,
  server,
  consoleWatch,
}) => {
  test.slow();
  consoleWatch.allow(...NETWORK_GONE, /404.*api.blobs/);
  await signUp(page, server, { username: "tapper" });
  await makeShelf(page, "Boxes");
  await page.goto("/items");
  await untilAppCached(page);
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  const cutout = dialog.getByRole("radio", { name: "Without background" });
  const picture = dialog.getByRole("application", { name: "Picture to tap the subject in" });
  const begin = (title: string) => beginItem(page, { title, url: "https://example.com/boxes" });
  const shownWidth = () =>
    dialog
      .locator("label")
      .filter({ has: page.getByRole("radio", { name: "Without background" }) })
      .locator("img")
      .evaluate((img: HTMLImageElement) => img.naturalWidth);
  const tap = async (on: Locator, across: number, down: number) => {
    const box = await on.locator("img").boundingBox();
    if (!box) throw new Error("The picture is not on the screen");
    await page.touchscreen.tap(box.x + box.width * across, box.y + box.height * down);
  };

  await test.step("where no outline was found, the picture itself is tapped", async () => {
    await begin("Dot");
    await dialog.getByLabel("Take or choose a photo").setInputFiles(await dotPicture(browser));
    await expect(dialog.getByText("We couldn't find a clear outline. Tap the subject")).toBeVisible({
      timeout: 40_000,
    });
    await expect(cutout).toBeDisabled();
    await expectNoAxeFindings(page);
    await expect
      .poll(() =>
        page.evaluate(async () =>
          (await (await caches.open("shelv-late")).keys()).map(({ url }) => url).join(),
        ),
      )
      .toMatch(/\/ort-[^,]+\.wasm/);
    await page.context().setOffline(true);
  });

  await test.step("a tap beside it says that nothing is there; a tap on it makes the cut-out, offline too", async () => {
    await picture.scrollIntoViewIfNeeded();
    await tap(picture, 0.1, 0.1);
    await expect(dialog.getByText("We couldn't find a clear outline there.")).toBeVisible({
      timeout: 40_000,
    });
    await tap(picture, 0.73, 0.51);
    await expect(cutout).toBeChecked({ timeout: 40_000 });
    await expect(picture).toHaveCount(0);
    expect(Math.abs((await shownWidth()) - 50)).toBeLessThan(6);
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(listedItem(page, "Dot")).toBeVisible();
  });

  await test.step("a wrong cut-out is replaced by keyboard: arrow keys move the crosshair, Enter taps", async () => {
    await begin("Left box");
    await dialog.getByLabel("Take or choose a photo").setInputFiles(await pairPicture(browser));
    await expect(cutout).toBeChecked({ timeout: 40_000 });
    await expect.poll(async () => Math.abs((await shownWidth()) - 410)).toBeLessThan(8);
    const open = dialog.getByRole("button", { name: "Tap the subject" });
    await open.press("Enter");
    await expect(picture).toBeFocused();
    await dialog.getByRole("button", { name: "Stop" }).press("Enter");
    await expect(picture).toHaveCount(0);
    await expect(cutout).toBeFocused();
    await open.press("Enter");
    await expect(picture).toBeFocused();
    for (let step = 0; step < 10; step += 1) await page.keyboard.press("ArrowLeft");
    await expect(dialog.getByText("30% across, 50% down")).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(picture).toHaveCount(0, { timeout: 40_000 });
    await expect(cutout).toBeFocused();
    await expect(cutout).toBeChecked();
    await expect.poll(async () => Math.abs((await shownWidth()) - 160)).toBeLessThan(8);
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(listedItem(page, "Left box")).toBeVisible();
    await page.context().setOffline(false);
    await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
  });
});
