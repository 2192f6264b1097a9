import type { Locator } from "@playwright/test";
import { expect, expectNoAxeFindings, onlineTest as test } from "#e2e/support/app-test";
import {
  addButton,
  addItem,
  dismissToast,
  itemRow,
  makeShelf,
  openMore,
  openShelf,
  PICTURE,
  savedEverywhere,
} from "#e2e/support/steps/shelf-steps";
import { postAs, postShelf } from "#e2e/support/owner-request";
import { signUp } from "#e2e/support/steps/sign-up";

test("a URL is pasted by a button, which says so in the field when the browser refuses", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/422 \(Unprocessable/);
  await signUp(page, server, { username: "pas" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await expect(dialog.getByLabel("URL")).toBeFocused();
  const url = dialog.getByLabel("URL");
  const paste = dialog.getByRole("button", { name: "Paste", exact: true });

  await paste.click();
  await expect(url).toHaveAccessibleDescription(/Your browser didn't allow it/);
  await expectNoAxeFindings(page);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("  "));
  await paste.click();
  await expect(url).toHaveAccessibleDescription("There is no text to paste");
  await page.evaluate(() => navigator.clipboard.writeText(" example.com/teapot \n"));
  await paste.click();
  await expect(url).toHaveValue("https://example.com/teapot");
  await expect(url).toHaveAccessibleDescription("");
});

test("without a readable clipboard there is no paste button", async ({ page, server }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Clipboard.prototype, "readText", { value: undefined }),
  );
  await signUp(page, server, { username: "nop" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addButton(page).click();
  await expect(page.getByRole("dialog").getByLabel("URL")).toBeVisible();
  await expect(page.getByRole("button", { name: "Paste", exact: true })).toHaveCount(0);
});

test("editing focuses no field, and the emoji of an item with a picture is folded away", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "fay" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addItem(page, { title: "Mug", url: "https://example.com/mug" });
  await dismissToast(page);
  await itemRow(page, "Mug").getByRole("link", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Item" });
  const cooking = dialog.getByRole("radio", { name: "Cooking" });
  await expect(cooking).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Edit Item" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(dialog.getByRole("button", { name: "Update", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();

  await dialog.getByLabel("Take or choose a photo").setInputFiles(PICTURE);
  await expect(dialog.getByRole("button", { name: "Remove picture" })).toBeVisible();
  await expect(cooking).toBeHidden();
  const folded = dialog.getByText("Without the picture");
  await folded.focus();
  await page.keyboard.press("Enter");
  await cooking.check();
  await expectNoAxeFindings(page);
  await dialog.getByRole("button", { name: "Update", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Item updated successfully"), "for screen readers").toBeAttached();
  await expect(page.getByRole("button", { name: "Dismiss" }), "no toast about what is in sight").toHaveCount(
    0,
  );
});

test("an object picked in the form stands on the shelf and, after the sync, on the public page", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "ola" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addItem(page, { title: "Something", url: "https://example.com/mug" });
  await dismissToast(page);
  await itemRow(page, "Something").getByRole("link", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Item" });
  const objects = dialog.getByRole("group", { name: "Object" });
  await expect(objects.getByRole("radio", { name: "Automatic" })).toBeChecked();
  await expectNoAxeFindings(page);
  await objects.getByRole("radio", { name: "Guitar" }).check();
  await dialog.getByRole("button", { name: "Update", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(itemRow(page, "Something").locator(".shelv-drawing")).toBeVisible();
  await savedEverywhere(page);
  await page.goto("/ola");
  await expect(page.locator("use")).toHaveAttribute("href", "#shelv-guitar");
});

test("a laptop shows the whole form of an item with a picture, a phone covers what is behind the buttons", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signUp(page, server, { username: "gia" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(dialog);
  await dialog.getByLabel("Take or choose a photo").setInputFiles(PICTURE);
  const picture = dialog.getByRole("group", { name: "Picture" });
  await expect(picture.getByRole("button", { name: "Remove picture" })).toBeVisible();
  const hidden = () => dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(hidden).toBeLessThanOrEqual(0);
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const price = dialog.getByLabel("Price");
  const { x, width } = await boxOf(price);
  expect((await boxOf(picture)).x).toBeGreaterThan(x + width);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(hidden).toBeGreaterThan(0);
  expect((await boxOf(picture)).x).toBe((await boxOf(price)).x);
  const buttons = dialog.getByRole("button", { name: "Create" }).locator("..");
  await expect(buttons).toHaveCSS("background-image", "none");
  await expect(buttons).toHaveCSS("background-color", /^rgb\(/);
});

test("on a phone the form is a sheet over the wall, and its buttons stay above the keyboard", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "sue" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  const edges = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return { top: y, bottom: y + height };
  };
  await expect.poll(async () => (await edges(dialog)).bottom).toBe(844);
  expect((await edges(dialog)).top, "as tall as its content").toBeGreaterThan(300);
  await openMore(dialog);
  await expect.poll(async () => (await edges(dialog)).top).toBeCloseTo(0.08 * 844, -1);
  const roomBelow = () =>
    page.evaluate(() => Number.parseFloat(document.documentElement.style.paddingBlockEnd));
  await expect.poll(roomBelow, "the end of the page can be scrolled above it").toBeGreaterThan(0.91 * 844);

  const keyboard = (heightPx: number) =>
    page.evaluate((height) => {
      Object.defineProperty(visualViewport, "height", { configurable: true, value: innerHeight - height });
      visualViewport?.dispatchEvent(new Event("resize"));
    }, heightPx);
  await keyboard(336);
  await expect.poll(async () => (await edges(dialog)).bottom).toBe(844 - 336);
  expect((await edges(dialog)).top).toBeGreaterThan(0);
  await expect(dialog.getByRole("button", { name: "Create" })).toBeInViewport();
  await keyboard(0);
  await expect.poll(async () => (await edges(dialog)).bottom).toBe(844);
});

test("a missing title is no error any more once there is a link to take it from", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "tia" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await dialog.getByRole("button", { name: "Create" }).click();
  const title = dialog.getByLabel("Title");
  await expect(title).toHaveAccessibleDescription("Title is required");
  await dialog.getByLabel("URL").pressSequentially("example");
  await expect(title).toHaveAccessibleDescription("Title is required");
  await dialog.getByLabel("URL").pressSequentially(".com/blue-teapot");
  await expect(title).toHaveAccessibleDescription("");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(itemRow(page, "Blue teapot")).toBeVisible();
});

test("an item has the tint of the owner's wall in lists and in its form", async ({ page, server }) => {
  await signUp(page, server, { username: "tom" });
  const id = await postShelf(postAs(page.request, server.address), "Kitchen", 1);
  const tintOf = (thing: Locator) =>
    thing.evaluate((of) => getComputedStyle(of).getPropertyValue("--shelv-tint"));
  const isPlain = (tint: string) => /^#(f4e3c3|cfdcc0|f0c4ab|c4d8de|f3d68c|dccbe0)$/.test(tint);
  for (const look of [
    { primaryColor: "#FF2D55", shelfBackground: "solid" },
    { shelfBackground: "wood", isDarkMode: true },
  ]) {
    const saved = await page.request.put("/api/settings", {
      headers: { Origin: server.address },
      data: look,
    });
    expect(saved.ok()).toBe(true);
    await page.goto("/shelves");
    await savedEverywhere(page);
    const onWall = page.getByRole("article", { name: "Kitchen" }).locator(".shelv-object");
    await expect.poll(async () => isPlain(await tintOf(onWall.first()))).toBe(false);
    const tint = await tintOf(onWall.first());
    await page.goto(`/items?item=new`);
    const inList = page
      .getByRole("listitem", { includeHidden: true })
      .filter({ hasText: "Thing 1" })
      .locator(".shelv-object");
    await expect.poll(() => tintOf(inList)).toBe(tint);
    await page.goto(`/shelves/${id}`);
    await itemRow(page, "Thing 1").getByRole("link", { name: "Edit" }).click();
    const inForm = page.getByRole("dialog").locator(".shelv-object");
    await expect.poll(() => tintOf(inForm.first())).toBe(tint);
  }
});
