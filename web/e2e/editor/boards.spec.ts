import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, onlineTest, test } from "#e2e/support/app-test";
import { postAs, postShelf } from "#e2e/support/owner-request";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { bin, dragThing, openMore, savedEverywhere } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { BOTH_SIZES, MAIN } from "#e2e/support/tags";

const board = (page: Page, shelf: string) => page.getByRole("list", { name: `Items of ${shelf}` });
const titles = (page: Page, shelf: string) =>
  board(page, shelf).locator("[data-thing] .shelv-caption").allTextContents();
const thing = (page: Page, title: string) =>
  page.getByRole("link", { name: new RegExp(`^Edit ${title}(?!\\d)`) });
const announced = (page: Page, text: string) => expect(page.getByText(text)).toBeAttached();

/** Loaded after the first screen, by each board on its own. */
async function untilDraggable(page: Page): Promise<void> {
  await expect(page.locator("[data-thing] > a[aria-describedby]").first()).toBeAttached();
  await expect(page.locator("[data-thing] > a:not([aria-describedby])")).toHaveCount(0);
}

async function twoShelves(page: Page, address: string): Promise<{ attic: string; cellar: string }> {
  const post = postAs(page.request, address);
  const attic = await postShelf(post, "Attic", 3, (at) => `Thing ${at}`);
  const cellar = await postShelf(post, "Cellar", 2, (at) => `Jar ${at}`);
  await page.goto("/shelves");
  await expect(board(page, "Cellar").locator("[data-thing]")).toHaveCount(2);
  await untilDraggable(page);
  return { attic, cellar };
}

test(
  "offline, things are carried along a board and to another one",
  { tag: [BOTH_SIZES.tag, MAIN.tag] },
  async ({ page, server, consoleWatch }) => {
    consoleWatch.allow(...NETWORK_GONE);
    await signUp(page, server, { username: "bea" });
    const { attic, cellar } = await twoShelves(page, server.address);
    await savedEverywhere(page);
    await untilAppCached(page);
    await page.context().setOffline(true);
    await page.reload();
    await expect(thing(page, "Jar 2")).toBeAttached();
    await untilDraggable(page);
    await expectNoAxeFindings(page);

    await test.step("by finger or mouse, along it", async () => {
      await dragThing(page, thing(page, "Thing 2"), thing(page, "Thing 1"));
      await announced(page, "Put down Thing 2 on Attic, place 1 of 3.");
      await expect.poll(() => titles(page, "Attic")).toEqual(["Thing 2", "Thing 1", "Thing 3"]);
    });

    await test.step("to another board, which opens a gap", async () => {
      const hand = await dragThing(page, thing(page, "Thing 1"), thing(page, "Jar 1"), { isHeld: true });
      await announced(page, "Thing 1 is now on Cellar, place 1 of 3.");
      await expect.poll(() => shiftOf(thing(page, "Jar 1"))).toBeGreaterThan(100);
      await hand.up();
      await announced(page, "Put down Thing 1 on Cellar, place 1 of 3.");
      await expect.poll(() => titles(page, "Cellar")).toEqual(["Thing 1", "Jar 1", "Jar 2"]);
      expect(await titles(page, "Attic")).toEqual(["Thing 2", "Thing 3"]);
      await expect(page, "the end of a drag opens nothing").toHaveURL(/\/shelves$/);
    });

    await test.step("by keyboard, and the focus goes with it", async () => {
      await thing(page, "Jar 2").focus();
      await page.keyboard.down("Space");
      await announced(page, "Picked up Jar 2 from Cellar, place 3 of 3.");
      // A key that is down for long repeats.
      await page.keyboard.down("Space");
      await page.keyboard.up("Space");
      await page.keyboard.press("ArrowUp");
      await announced(page, "Jar 2 is now on Attic, place 3 of 3.");
      await page.keyboard.press("ArrowLeft");
      await announced(page, "Jar 2 is now on Attic, place 2 of 3.");
      await page.keyboard.press("Enter");
      await announced(page, "Put down Jar 2 on Attic, place 2 of 3.");
      await expect.poll(() => titles(page, "Attic")).toEqual(["Thing 2", "Jar 2", "Thing 3"]);
      await expect(thing(page, "Jar 2")).toBeFocused();
      await expect(page).toHaveURL(/\/shelves$/);
    });

    await test.step("the toast undoes it", async () => {
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => titles(page, "Cellar")).toEqual(["Thing 1", "Jar 1", "Jar 2"]);
      expect(await titles(page, "Attic")).toEqual(["Thing 2", "Thing 3"]);
    });

    await test.step("Escape puts it back", async () => {
      await thing(page, "Jar 2").focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowUp");
      await announced(page, "Jar 2 is now on Attic, place 3 of 3.");
      await page.keyboard.press("Escape");
      await announced(page, "Jar 2 is back where it was.");
      expect(await titles(page, "Cellar")).toEqual(["Thing 1", "Jar 1", "Jar 2"]);
      await expect(thing(page, "Jar 2")).toBeFocused();
    });

    await test.step("away from the bin and from all boards it is not deleted", async () => {
      const hand = await dragThing(page, thing(page, "Jar 1"), bin(page), { isHeld: true });
      await announced(page, "Jar 1 is over the bin. Let go to delete it.");
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      await hand.move({ x: (title?.x ?? 0) + 40, y: (title?.y ?? 0) + 10 });
      await expect(bin(page)).toHaveText("Delete");
      await page.keyboard.press("Escape");
      await hand.up();
      await expect.poll(() => titles(page, "Cellar")).toEqual(["Thing 1", "Jar 1", "Jar 2"]);
    });

    await test.step("in the bin it is deleted, and Undo brings it back", async () => {
      const hand = await dragThing(page, thing(page, "Jar 1"), bin(page), { isHeld: true });
      await announced(page, "Jar 1 is over the bin. Let go to delete it.");
      await hand.up();
      await expect.poll(() => titles(page, "Cellar")).toEqual(["Thing 1", "Jar 2"]);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => titles(page, "Cellar")).toEqual(["Thing 1", "Jar 1", "Jar 2"]);
    });

    await test.step("the server gets both boards", async () => {
      await page.context().setOffline(false);
      await savedEverywhere(page);
      expect(await storedTitles(page, attic)).toEqual(["Thing 2", "Thing 3"]);
      expect(await storedTitles(page, cellar)).toEqual(["Thing 1", "Jar 1", "Jar 2"]);
    });
  },
);

const shiftOf = (link: Locator) =>
  link.locator("..").evaluate((place) => new DOMMatrix(getComputedStyle(place).transform).m41);

async function storedTitles(page: Page, shelfId: string): Promise<string[]> {
  const items = (await (await page.request.get(`/api/shelves/${shelfId}/items`)).json()) as {
    title: string;
    order: number;
  }[];
  return items.toSorted((a, b) => a.order - b.order).map(({ title }) => title);
}

onlineTest.describe("My Shelv", () => {
  onlineTest.use({ serverEnv: { PLAN_LIMITS: "off" } });

  onlineTest(
    "opens a thing above the boards and adds one in the next free place",
    BOTH_SIZES,
    async ({ page, server }) => {
      await signUp(page, server, { username: "bella" });
      await twoShelves(page, server.address);
      const dialog = page.getByRole("dialog");

      await onlineTest.step("a tap opens it, and the focus comes back", async () => {
        await thing(page, "Jar 2").click();
        await expect(dialog.getByLabel("Title")).toHaveValue("Jar 2");
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
        await expect(thing(page, "Jar 2")).toBeFocused();
        await expect(page).toHaveURL(/\/shelves$/);
      });

      await onlineTest.step("+ adds one, which lands there", async () => {
        await board(page, "Cellar").getByRole("link", { name: "Add here" }).click();
        await openMore(dialog);
        await dialog.getByLabel("Title").fill("Jar 3");
        await dialog.getByRole("button", { name: "Create", exact: true }).click();
        await expect(dialog).toBeHidden();
        await expect(thing(page, "Jar 3")).toBeInViewport();
        await expect.poll(() => titles(page, "Cellar")).toEqual(["Jar 1", "Jar 2", "Jar 3"]);
        await announced(page, "Item created");
      });

      await onlineTest.step("the + of another board adds there, also beside an open form", async () => {
        await page.evaluate(() => scrollTo(0, 0));
        await board(page, "Attic").getByRole("link", { name: "Add here" }).click();
        await expect(dialog).toBeVisible();
        if ((page.viewportSize()?.width ?? 0) < 1200) await page.keyboard.press("Escape");
        await board(page, "Cellar").getByRole("link", { name: "Add here" }).click();
        await openMore(dialog);
        await dialog.getByLabel("Title").fill("Jar 4");
        await dialog.getByRole("button", { name: "Create", exact: true }).click();
        await expect(dialog).toBeHidden();
        await expect.poll(() => titles(page, "Cellar")).toEqual(["Jar 1", "Jar 2", "Jar 3", "Jar 4"]);
      });

      await onlineTest.step("Back closes a form whose item was pressed twice", async () => {
        await thing(page, "Jar 2").click();
        await expect(dialog.getByLabel("Title")).toHaveValue("Jar 2");
        if ((page.viewportSize()?.width ?? 0) >= 1200) await thing(page, "Jar 2").click();
        await expect(page).toHaveURL(/item=/);
        await page.goBack();
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL(/\/shelves$/);
      });

      await onlineTest.step("also right after the second press", async () => {
        await thing(page, "Jar 2").click();
        await expect(dialog.getByLabel("Title")).toHaveValue("Jar 2");
        await expect(page).toHaveURL(/item=/);
        await thing(page, "Jar 2").evaluate((link: HTMLElement) => {
          link.click();
          history.back();
        });
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL(/\/shelves$/);
      });

      await onlineTest.step("Back returns to no form that another one took the place of", async () => {
        if ((page.viewportSize()?.width ?? 0) < 1200) return;
        await thing(page, "Jar 2").click();
        await expect(page).toHaveURL(/item=/);
        await page.getByRole("button", { name: "New Shelf" }).click();
        await expect(page.getByRole("dialog", { name: "Create New Shelf" })).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
        await expect(page).toHaveURL(/\/shelves$/);
        await page.goBack();
        await expect(page).not.toHaveURL(/item=/);
        await expect(dialog).toHaveCount(0);
      });
    },
  );

  onlineTest(
    "a drag that ends before it is drawn, or by Escape, moves and opens nothing",
    async ({ page, server }) => {
      await signUp(page, server, { username: "bettina" });
      await twoShelves(page, server.address);
      await thing(page, "Thing 1").evaluate((link) => {
        const { left, top } = link.getBoundingClientRect();
        const act = (type: string, by: number) =>
          link.dispatchEvent(
            new MouseEvent(type, { bubbles: true, cancelable: true, clientX: left + by, clientY: top + 20 }),
          );
        act("mousedown", 20);
        act("mousemove", 40);
        act("mouseup", 60);
      });
      await announced(page, "Thing 1 is back where it was.");
      await expect(page.locator("[data-held], [data-drag]")).toHaveCount(0);
      expect(await titles(page, "Attic")).toEqual(["Thing 1", "Thing 2", "Thing 3"]);
      await dragThing(page, thing(page, "Thing 1"), thing(page, "Jar 1"));
      await announced(page, "Put down Thing 1 on Cellar, place 1 of 3.");

      const box = await thing(page, "Thing 2").boundingBox();
      await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 40);
      await expect(page.locator("[data-held]")).toHaveCount(1);
      await page.keyboard.press("Escape");
      await announced(page, "Thing 2 is back where it was.");
      // The click comes later than the one that ends a drag.
      await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 200)));
      await page.mouse.up();
      await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
      await expect(page).toHaveURL(/\/shelves$/);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    },
  );

  onlineTest("a long shelf shows its first things, and leads to all", async ({ page, server }) => {
    await signUp(page, server, { username: "bibi" });
    const post = postAs(page.request, server.address);
    const long = await postShelf(post, "Attic", 61, (at) => `Thing ${at}`);
    await postShelf(post, "Cellar", 1, (at) => `Jar ${at}`);
    await page.goto("/shelves");
    await expect(board(page, "Attic").locator("[data-thing]")).toHaveCount(60);
    await untilDraggable(page);
    await expect(board(page, "Attic").getByRole("link", { name: "Add here" })).toHaveCount(0);

    await onlineTest.step("a thing from another shelf is put down in sight", async () => {
      await thing(page, "Jar 1").focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowUp");
      await announced(page, "Jar 1 is now on Attic, place 1 of 62.");
      for (let step = 0; step < 61; step += 1) await page.keyboard.press("ArrowRight");
      await announced(page, "Jar 1 is now on Attic, place 60 of 62.");
      await page.keyboard.press("Space");
      await expect(board(page, "Attic").locator("[data-thing]").last()).toContainText("Jar 1");
      await expect(thing(page, "Jar 1")).toBeFocused();
    });

    await board(page, "Attic").getByRole("link", { name: "All 62 items" }).click();
    await expect(page).toHaveURL(new RegExp(`/shelves/${long}$`));
  });

  onlineTest(
    "a thing in the hand stays whole when another device changes the boards",
    async ({ page, server }) => {
      await signUp(page, server, { username: "berta" });
      const { attic, cellar } = await twoShelves(page, server.address);
      const [first] = (await (await page.request.get(`/api/shelves/${cellar}/items`)).json()) as {
        id: string;
      }[];

      await onlineTest.step("a thing beside the gap goes", async () => {
        const hand = await dragThing(page, thing(page, "Thing 1"), thing(page, "Jar 2"), { isHeld: true });
        await announced(page, "Thing 1 is now on Cellar, place 2 of 3.");
        await page.request.delete(`/api/items/${first?.id}`, { headers: { origin: server.address } });
        await expect(thing(page, "Jar 1")).toHaveCount(0);
        await hand.up();
        await expect.poll(() => storedTitles(page, cellar)).toEqual(["Jar 2", "Thing 1"]);
        expect(await titles(page, "Attic")).toEqual(["Thing 2", "Thing 3"]);
      });

      await onlineTest.step("the shelf below it goes: the thing stays where it was", async () => {
        const hand = await dragThing(page, thing(page, "Thing 2"), thing(page, "Jar 2"), { isHeld: true });
        await announced(page, "Thing 2 is now on Cellar, place 1 of 3.");
        await page.request.delete(`/api/shelves/${cellar}`, { headers: { origin: server.address } });
        await expect(page.getByRole("article", { name: "Cellar" })).toHaveCount(0);
        await hand.up();
        await expect(
          page.getByText("It or its new shelf was deleted. Nothing was moved.", { exact: true }),
        ).toBeVisible();
        await savedEverywhere(page);
        expect(await storedTitles(page, attic)).toEqual(["Thing 2", "Thing 3"]);
        expect(await titles(page, "Attic")).toEqual(["Thing 2", "Thing 3"]);
      });
    },
  );
});
