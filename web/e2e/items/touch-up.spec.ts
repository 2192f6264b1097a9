import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, onlineTest as test } from "#e2e/support/app-test";
import { listedItem } from "#e2e/support/steps/item-steps";
import { addButton, openMore, makeShelf } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { bowlPicture, clothPicture } from "#e2e/support/data/product-picture";

type At = readonly [x: number, y: number];

const KEPT = 255;
const REMOVED = 56;

function touchUp(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Touch up the cut-out" });
  const picture = dialog.getByRole("application", { name: "Picture to paint on" });
  const alphaAt = ([x, y]: At) =>
    picture
      .locator("canvas")
      .evaluate(
        (canvas: HTMLCanvasElement, [x, y]) =>
          canvas
            .getContext("2d")
            ?.getImageData(Math.floor(canvas.width * x), Math.floor(canvas.height * y), 1, 1).data[3],
        [x, y] as const,
      );
  return { dialog, picture, alphaAt };
}

type Step = readonly [At, At | null];

async function touch(page: Page, on: Locator, steps: readonly Step[]): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error("The picture is not on the screen");
  const at = ([x, y]: At, id: number) => ({ id, x: box.x + box.width * x, y: box.y + box.height * y });
  const hand = await page.context().newCDPSession(page);
  let down = 0;
  for (const points of steps) {
    const touchPoints = points.flatMap((point, id) => (point ? [at(point, id)] : []));
    const type = touchPoints.length > down ? "touchStart" : "touchMove";
    down = touchPoints.length;
    await hand.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
  await hand.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

const swipe = (page: Page, on: Locator, from: At, to: At) =>
  touch(
    page,
    on,
    [0, 0.25, 0.5, 0.75, 1].map(
      (part) => [[from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part], null] as const,
    ),
  );

test("a bad cut-out is not offered; by touch its owner makes a good one, which the item shows", async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  await signUp(page, server, { username: "weaver" });
  await makeShelf(page, "Cloths");
  await page.goto("/items");
  await addButton(page).click();
  const form = page.getByRole("dialog", { name: "Add New Item" });
  const cutout = form.getByRole("radio", { name: "Without background" });
  await openMore(form);
  await form.getByLabel("Title").fill("Cloth");
  await form.getByLabel("URL").fill("https://example.com/cloth");
  await form.getByLabel("Take or choose a photo").setInputFiles(await clothPicture(browser));
  const { dialog, picture, alphaAt } = touchUp(page);

  await test.step("what the model finds is not offered", async () => {
    await expect(form.getByText("We couldn't find a clear outline")).toBeVisible({
      timeout: 40_000,
    });
    await expect(cutout).toBeDisabled();
    await expect(form.getByRole("radio", { name: "Original" })).toBeChecked();
  });

  await test.step("a finger paints, Undo takes back one stroke, Reset all of them", async () => {
    await form.getByRole("button", { name: "Cut it out by hand" }).click();
    await expect(picture).toBeFocused({ timeout: 40_000 });
    await expectNoAxeFindings(page);
    const narrow = { width: 320, height: 640 };
    const before = page.viewportSize() ?? narrow;
    await page.setViewportSize(narrow);
    await expect(dialog.getByRole("button", { name: "Use this cut-out" })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize(before);

    await dialog.getByText("Keep", { exact: true }).click();
    await swipe(page, picture, [0.1, 0.2], [0.9, 0.2]);
    await dialog.getByText("Remove", { exact: true }).click();
    await swipe(page, picture, [0.1, 0.5], [0.9, 0.5]);
    await swipe(page, picture, [0.3, 0.9], [0.7, 0.9]);
    expect([await alphaAt([0.2, 0.2]), await alphaAt([0.5, 0.5]), await alphaAt([0.5, 0.9])]).toEqual([
      KEPT,
      REMOVED,
      REMOVED,
    ]);
    const wasKept = await alphaAt([0.5, 0.8]);
    await dialog.getByRole("button", { name: "Undo" }).click();
    expect([await alphaAt([0.5, 0.5]), await alphaAt([0.5, 0.9])]).toEqual([REMOVED, wasKept]);
    await dialog.getByRole("button", { name: "Reset" }).click();
    expect(await alphaAt([0.5, 0.5])).toBe(wasKept);
    await dialog.getByRole("button", { name: "Undo" }).click();
    expect(await alphaAt([0.5, 0.5])).toBe(REMOVED);
  });

  await test.step("two fingers enlarge the picture and paint nothing; one finger then paints finer", async () => {
    const firstFinger = [0.45, 0.7] as const;
    const [before, besideBefore] = [await alphaAt(firstFinger), await alphaAt([0.53, 0.7])];
    await dialog.getByText(before === KEPT ? "Remove" : "Keep", { exact: true }).click();
    await touch(page, picture, [
      [[0.45, 0.7], null],
      [
        [0.45, 0.7],
        [0.55, 0.7],
      ],
      [
        [0.3, 0.7],
        [0.7, 0.7],
      ],
      [
        [0.02, 0.7],
        [0.98, 0.7],
      ],
    ]);
    await expect(dialog.getByRole("button", { name: "Zoom in" })).toHaveAttribute("aria-disabled", "true");
    expect(await alphaAt(firstFinger)).toBe(before);
    await swipe(page, picture, [0.5, 0.7], [0.5, 0.7]);
    expect(await alphaAt([0.5, 0.7])).toBe(before === KEPT ? REMOVED : KEPT);
    expect(await alphaAt([0.53, 0.7]), "the brush is finer").toBe(besideBefore);
    await dialog.getByRole("button", { name: "Undo" }).click();
    for (let press = 0; press < 6; press += 1) await dialog.getByRole("button", { name: "Zoom out" }).click();
    await expect(dialog.getByRole("button", { name: "Zoom out" })).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("closing asks before it drops the strokes", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click();
    await expect(dialog).toBeVisible();
  });

  await test.step("the result is the item's cut-out, and a second touch-up goes on from it", async () => {
    await dialog.getByRole("button", { name: "Use this cut-out" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(cutout).toBeChecked();
    await form.getByRole("button", { name: "Touch up the cut-out" }).click();
    await expect(picture).toBeFocused({ timeout: 40_000 });
    expect([await alphaAt([0.2, 0.2]), await alphaAt([0.5, 0.5])]).toEqual([KEPT, REMOVED]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await form.getByRole("button", { name: "Create", exact: true }).click();
    await expect(listedItem(page, "Cloth")).toBeVisible();
    const shown = async () => {
      const [item] = (await (await page.request.get("/api/items")).json()) as Record<string, string | null>[];
      return [item?.["transparentImageUrl"]?.split("/")[2], item?.["imageUrl"]?.split("/")[2]];
    };
    await expect.poll(async () => (await shown())[0] ?? null, { timeout: 30_000 }).not.toBeNull();
    const [cut, image] = await shown();
    expect(image).toBe(cut);
  });
});

test("by keyboard: arrows move the brush, Space paints, X changes it, and a screen reader hears where it is", async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signUp(page, server, { username: "potter" });
  await makeShelf(page, "Bowls");
  await page.goto("/items");
  await addButton(page).click();
  const form = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(form);
  await form.getByLabel("Title").fill("Bowl");
  await form.getByLabel("Take or choose a photo").setInputFiles(await bowlPicture(browser));
  await expect(form.getByRole("radio", { name: "Without background" })).toBeChecked({ timeout: 40_000 });
  const { dialog, picture, alphaAt } = touchUp(page);
  await form.getByRole("button", { name: "Touch up the cut-out" }).press("Enter");
  await expect(picture).toBeFocused({ timeout: 40_000 });
  await expect(dialog.getByText("Remove, 50% across, 50% down: kept")).toBeAttached();
  expect([await alphaAt([0.5, 0.6]), await alphaAt([0.5, 0.2])]).toEqual([KEPT, REMOVED]);

  await test.step("Space paints a dot, and a line while the arrows move the brush", async () => {
    await page.keyboard.down("Space");
    for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.up("Space");
    await expect(dialog.getByText("Remove, 60% across, 50% down: removed")).toBeAttached();
    expect([await alphaAt([0.5, 0.5]), await alphaAt([0.6, 0.5]), await alphaAt([0.35, 0.5])]).toEqual([
      REMOVED,
      REMOVED,
      KEPT,
    ]);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+z");
    expect(await alphaAt([0.55, 0.5])).toBe(KEPT);
  });

  await test.step("X changes to Keep, a bracket makes the brush larger, and Tab reaches every control", async () => {
    await page.keyboard.press("x");
    await expect(dialog.getByRole("radio", { name: "Keep" })).toBeChecked();
    const size = dialog.getByRole("slider", { name: "Brush size" });
    const before = Number(await size.inputValue());
    await page.keyboard.press("]");
    await expect(size).toHaveValue(String(before + 1));
    for (let step = 0; step < 18; step += 1) await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Space");
    expect(await alphaAt([0.58, 0.05])).toBe(KEPT);
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("radio", { name: "Keep" })).toBeFocused();
    for (const control of [
      size,
      ...["Zoom out", "Zoom in", "Undo", "Reset", "Cancel", "Use this cut-out"].map((name) =>
        dialog.getByRole("button", { name }),
      ),
    ]) {
      await page.keyboard.press("Tab");
      await expect(control).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(form.getByRole("button", { name: "Touch up the cut-out" })).toBeFocused();
  });
});
