import type { Page } from "@playwright/test";
import { paintedAfterMs, tap, untilAtRest } from "./painted-after.ts";

export type Gesture = {
  what: string;
  /** The release of a drag counts as the end of a tap. */
  by: "tap" | "key";
  path: string;
  ready: string;
  once: (page: Page, nth: number) => Promise<number>;
};

type World = { items: number; shelfId: string };

const SEARCH = `input[type="search"]`;
const FORM = '[role="dialog"] form';
const DIALOG = '[role="dialog"]';
const TITLE = `${FORM} input[placeholder="The pan I use daily"]`;

export const gestures = ({ items, shelfId }: World): Gesture[] => [
  {
    what: "a letter typed into the search box",
    by: "key",
    path: "/items",
    ready: CARDS,
    once: (page, nth) => typeSearch(page, nth, () => undefined),
  },
  {
    what: "what it finds, in the list",
    by: "key",
    path: "/items",
    ready: CARDS,
    once: (page, nth) =>
      typeSearch(page, nth, (typed) => ({ selector: "output", text: counted(found(items, typed)) })),
  },
  {
    what: "another shelf in the filter",
    by: "key",
    path: "/items",
    ready: CARDS,
    async once(page, nth) {
      await page.getByLabel("Shelf", { exact: true }).focus();
      const [key, left] = nth % 2 === 0 ? ["ArrowDown", items / 2] : ["ArrowUp", items];
      return paintedAfterMs(page, { by: "key", until: { selector: "output", text: counted(left) } }, () =>
        page.keyboard.press(key),
      );
    },
  },
  {
    what: "the item dialog opens",
    by: "tap",
    path: "/items",
    ready: CARDS,
    async once(page, nth) {
      const took = await openItem(page, nth);
      await closeDialog(page);
      return took;
    },
  },
  {
    what: "a letter typed into the item dialog",
    by: "key",
    path: "/items",
    ready: CARDS,
    async once(page, nth) {
      if (nth === 0) await openItem(page, 0);
      const title = page.locator(TITLE);
      await title.focus();
      const value = await title.inputValue();
      await page.keyboard.press("End");
      return paintedAfterMs(page, { by: "key", until: { selector: TITLE, value: `${value}a` } }, () =>
        page.keyboard.press("a"),
      );
    },
  },
  {
    what: "a category toggled in the item dialog",
    by: "key",
    path: "/items",
    ready: CARDS,
    async once(page, nth) {
      if (nth === 0) await openItem(page, 0);
      const box = `${FORM} fieldset label:first-child input[type="checkbox"]`;
      await page.locator(box).focus();
      const isOn = nth % 2 === 0;
      return paintedAfterMs(
        page,
        { by: "key", until: { selector: `${box}${isOn ? ":checked" : ":not(:checked)"}` } },
        () => page.keyboard.press("Space"),
      );
    },
  },
  {
    what: "the delete dialog opens",
    by: "tap",
    path: "/items",
    ready: CARDS,
    async once(page, nth) {
      await page
        .locator(`${CARDS} button[aria-haspopup="menu"]`)
        .nth(nth % 3)
        .tap();
      const entry = page.getByRole("menuitem", { name: "Delete" });
      await entry.waitFor();
      await untilAtRest(page);
      const took = await paintedAfterMs(page, { by: "tap", until: { selector: `${DIALOG} button` } }, () =>
        tap(entry),
      );
      await closeDialog(page);
      return took;
    },
  },
  {
    what: "an item saved, seen in the list",
    by: "key",
    path: "/items",
    ready: CARDS,
    async once(page, nth) {
      await openItem(page, 0);
      const title = `Saved ${nth}.`;
      await page.locator(TITLE).fill(title);
      await untilAtRest(page);
      const until = { selector: `${CARDS} h2`, text: title };
      const took = await paintedAfterMs(page, { by: "key", until }, () => page.keyboard.press("Enter"));
      await page.locator(DIALOG).waitFor({ state: "hidden" });
      return took;
    },
  },
  {
    what: "an item dropped on its shelf",
    by: "tap",
    path: `/shelves/${shelfId}`,
    ready: `section ul[aria-label^="Items of "] li a`,
    once: dropItem,
  },
  {
    what: "another range of days in the stats",
    by: "tap",
    path: "/dashboard/stats?days=7",
    ready: `${CHART}[max="6"]`,
    async once(page, nth) {
      const days = nth % 2 === 0 ? 90 : 7;
      const until = { selector: `${CHART}[max="${days - 1}"]` };
      const took = await paintedAfterMs(page, { by: "tap", until }, () =>
        tap(page.getByRole("link", { name: `${days} days`, exact: true })),
      );
      await page.locator('[aria-busy="true"]').waitFor({ state: "hidden" });
      await untilAtRest(page);
      return took;
    },
  },
  {
    what: "a switch in the account's settings",
    by: "key",
    path: "/account?tab=settings",
    ready: '[role="switch"]',
    async once(page) {
      await page.locator('[role="switch"]').first().focus();
      const isOn = await page.locator('[role="switch"]').first().isChecked();
      return paintedAfterMs(
        page,
        { by: "key", until: { selector: `[role="switch"]${isOn ? ":not(:checked)" : ":checked"}` } },
        () => page.keyboard.press("Space"),
      );
    },
  },
];

async function typeSearch(
  page: Page,
  nth: number,
  until: (typed: string) => { selector: string; text: string } | undefined,
): Promise<number> {
  const query = String(1000 + Math.floor(nth / 3) * 37);
  const length = (nth % 3) + 1;
  const box = page.locator(SEARCH);
  if (length === 1) await box.fill("");
  await box.focus();
  await page.locator("output").filter({ hasText: /\d/ }).waitFor();
  return paintedAfterMs(page, { by: "key", until: until(query.slice(0, length)) }, () =>
    page.keyboard.press(query.charAt(length - 1)),
  );
}

const counted = (count: number) => `${count} ${count === 1 ? "item" : "items"}`;

const found = (items: number, digits: string) =>
  Array.from({ length: items }, (_, at) => String(at)).filter((text) => text.includes(digits)).length;

const openItem = (page: Page, nth: number) =>
  paintedAfterMs(page, { by: "tap", until: { selector: FORM } }, () =>
    tap(page.locator(`${CARDS} a[href*="item="]`).nth(nth % 3)),
  );

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator(DIALOG).waitFor({ state: "hidden" });
}

async function dropItem(page: Page): Promise<number> {
  const places = page.locator(`section ul[aria-label^="Items of "] li`);
  const thing = places.nth(1).getByRole("link");
  // Near an edge of the window a drag scrolls.
  await thing.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const address = await thing.getAttribute("href");
  const [from, to] = [await thing.boundingBox(), await places.nth(2).boundingBox()];
  if (!from || !to) throw new Error("There is nothing to drag");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await untilAtRest(page);
  const until = { selector: `section ul li:nth-child(3):not([data-dragging]) a[href="${address}"]` };
  return paintedAfterMs(page, { by: "mouse", until }, () => page.mouse.up());
}

export const CARDS = 'ul[aria-label="Items"] li[data-row]:has(h2)';

const CHART = 'main input[type="range"]';
