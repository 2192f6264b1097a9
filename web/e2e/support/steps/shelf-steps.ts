import { expect, type Locator, type Page } from "@playwright/test";
import type { TestServer } from "#e2e/support/server";

export const PICTURE = {
  name: "mug.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mPomtUGRwzEcQC00hqh6Bz49QAAAABJRU5ErkJggg==",
    "base64",
  ),
};

export interface TypedItem {
  title: string;
  url: string;
  price?: string;
  picture?: typeof PICTURE;
}

export async function makeShelf(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New Shelf" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create Shelf" }).click();
  await expect(page.getByRole("article", { name })).toBeVisible();
}

export const openMore = (form: Locator) => form.getByRole("button", { name: "More", exact: true }).click();

/** A phone with items on the shelf has the navigation's. */
export const addButton = (page: Page) => page.getByRole("link", { name: /^(Add Item|New item)$/ }).first();

export async function beginItem(
  page: Page,
  { title, url, price }: Omit<TypedItem, "picture">,
): Promise<Locator> {
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(dialog);
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("URL").fill(url);
  if (price !== undefined) await dialog.getByLabel("Price").fill(price);
  return dialog;
}

export async function addItem(page: Page, { picture, ...typed }: TypedItem): Promise<void> {
  const dialog = await beginItem(page, typed);
  if (picture) {
    await dialog.getByLabel("Take or choose a photo").setInputFiles(picture);
    await expect(dialog.getByRole("button", { name: "Remove picture" })).toBeVisible();
  }
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(itemRow(page, typed.title)).toBeVisible();
}

export const openShelf = (page: Page, name: string) =>
  page.getByRole("article", { name }).getByRole("heading").getByRole("link").click();

export async function viewShelf(page: Page, name: string): Promise<void> {
  const link = page.getByRole("link", { name: `View ${name}` });
  const more = page.getByRole("button", { name: `More for ${name}` });
  await expect(link.or(more)).toBeVisible();
  if (await link.isVisible()) return link.click();
  await more.click();
  return page.getByRole("menuitem", { name: "View" }).click();
}

export const backToShelves = (page: Page) => page.getByRole("link", { name: "Back to My Shelv" }).click();

export function itemRow(page: Page, title: string): Locator {
  const items = page.getByRole("region", { name: "Items" });
  return items.getByRole("listitem").or(items.getByRole("row")).filter({ hasText: title });
}

export const dismissToast = (page: Page) => page.getByRole("button", { name: "Dismiss" }).click();

export const syncState = (page: Page) => page.locator("main > header [data-phase]");

export const savedEverywhere = (page: Page) =>
  expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });

export const deletionControl = (page: Page, name: string) =>
  page
    .getByRole("button", { name: `Delete ${name}`, exact: true })
    .or(page.getByRole("button", { name: `More for ${name}`, exact: true }))
    .last();

/** Ends at the confirmation. */
export async function askToDelete(page: Page, name: string): Promise<void> {
  const control = deletionControl(page, name);
  const opensMenu = await isMenuButton(control);
  await control.click();
  if (opensMenu) await page.getByRole("menuitem", { name: "Delete" }).click();
}

const isMenuButton = async (control: Locator) => (await control.getAttribute("aria-haspopup")) === "menu";

export async function deleteHere(page: Page, name: string): Promise<void> {
  await askToDelete(page, name);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
}

export async function renameShelf(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Edit shelf" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toBeHidden();
}

export async function askToDeleteFocused(page: Page): Promise<void> {
  const opensMenu = await isMenuButton(page.locator(":focus"));
  await page.keyboard.press("Enter");
  if (!opensMenu) return;
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
}

export async function deleteFocused(page: Page): Promise<void> {
  await askToDeleteFocused(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

interface Move {
  key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
  /** Counted from 1. */
  toPlace: number;
}

/** The handle listens to keys a moment after it announces the pick-up. */
export async function pickUpByKeyboard(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Move ${name}`, exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`Picked up ${name}, place`)).toBeAttached();
  await untilKeysAreHeard(page);
}

export const untilKeysAreHeard = (page: Page) =>
  page.evaluate(
    () =>
      new Promise(
        (resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  );

export async function moveByKeyboard(page: Page, name: string, { key, toPlace }: Move): Promise<void> {
  const announced = (text: string) => expect(page.getByText(text)).toBeAttached();
  await pickUpByKeyboard(page, name);
  await page.keyboard.press(key);
  await announced(`${name} is now at place ${toPlace}`);
  await page.keyboard.press("Space");
  await announced(`Put down ${name} at place ${toPlace}`);
}

export async function dragOnto(page: Page, name: string, target: string): Promise<void> {
  const handleOf = (of: string) => page.getByRole("button", { name: `Move ${of}`, exact: true });
  await handleOf(name).scrollIntoViewIfNeeded();
  const from = await middleOf(handleOf(name));
  const to = await middleOf(handleOf(target));
  const hand = await handOn(page);
  await hand.down(from);
  await expect(page.getByText(`Picked up ${name}`)).toBeAttached();
  const steps = 6;
  const way = name === target ? { x: from.x, y: from.y + 24 } : to;
  for (let step = 1; step <= steps; step += 1)
    await hand.move({ x: from.x, y: from.y + ((way.y - from.y) * step) / steps });
  await hand.move(to);
  await hand.up();
  await expect(page.getByText(`Put down ${name} at place`)).toBeAttached();
}

/** On the wall, where a thing is its own handle. Held: `up` ends the drag. */
export async function dragThing(
  page: Page,
  thing: Locator,
  target: Locator,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<Hand> {
  await thing.scrollIntoViewIfNeeded();
  const from = await middleOf(thing);
  const hand = await handOn(page);
  await hand.down(from);
  await expect(page.locator("[data-dragging]")).toBeAttached();
  const to = await middleOf(target);
  const steps = 6;
  for (let step = 1; step <= steps; step += 1)
    await hand.move({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    });
  if (!isHeld) await hand.up();
  return hand;
}

type Point = { x: number; y: number };

async function middleOf(element: Locator): Promise<Point> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

type Hand = Record<"down" | "move", (at: Point) => Promise<unknown>> & { up(): Promise<unknown> };

/** Playwright's touchscreen only taps. */
async function handOn(page: Page): Promise<Hand> {
  if (!(await page.evaluate(() => navigator.maxTouchPoints > 0))) {
    const down = async ({ x, y }: Point) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 6);
    };
    return { down, move: ({ x, y }) => page.mouse.move(x, y), up: () => page.mouse.up() };
  }
  const client = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    down: (at) => send("touchStart", [at]),
    move: (at) => send("touchMove", [at]),
    up: () => send("touchEnd", []),
  };
}

/** Where a carried thing is deleted. */
export const bin = (page: Page) => page.locator("#bin");

export const shelfNames = (page: Page) =>
  page
    .getByRole("article")
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label") ?? ""));

export async function storedNames(page: Page, server: TestServer): Promise<string[]> {
  const answer = await page.request.get(`${server.address}/api/shelves`);
  return ((await answer.json()) as { name: string }[]).map(({ name }) => name).toSorted();
}

export const categoryForm = (page: Page) => page.getByRole("form", { name: /^(Add a category|Rename )/ });
