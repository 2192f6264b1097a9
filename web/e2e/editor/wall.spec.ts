import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, onlineTest, test } from "#e2e/support/app-test";
import { postAs, postShelf } from "#e2e/support/owner-request";
import { untilAppCached } from "#e2e/support/page/cached-app";
import {
  addButton,
  bin,
  dragThing,
  itemRow,
  openMore,
  savedEverywhere,
  untilKeysAreHeard,
} from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { BOTH_SIZES, MAIN } from "#e2e/support/tags";

test.use({ shelfView: "wall" });

const titleOf = (at: number) => `Thing ${at}`;
const things = (page: Page) => page.getByRole("list", { name: /^Items of / }).getByRole("listitem");
/** A thing that is not sent yet says so in its name. */
const thing = (page: Page, title: string) =>
  page.getByRole("link", { name: new RegExp(`^Edit ${title}(?!\\d)`) });
const titles = (page: Page) => things(page).locator(".shelv-caption").allTextContents();
const announced = (page: Page, text: string) => expect(page.getByText(text)).toBeAttached();

test(
  "on the wall, offline, things are carried along the board",
  { tag: [BOTH_SIZES.tag, MAIN.tag] },
  async ({ page, server, consoleWatch }) => {
    consoleWatch.allow(...NETWORK_GONE);
    await signUp(page, server, { username: "wanda" });
    const post = postAs(page.request, server.address);
    const id = await postShelf(post, "Attic", 5, titleOf);
    await page.goto(`/shelves/${id}`);
    await expect(things(page)).toHaveCount(5);
    await savedEverywhere(page);
    await untilAppCached(page);
    await page.context().setOffline(true);
    await page.reload();
    await expect(things(page)).toHaveCount(5);
    await expectNoAxeFindings(page);

    await test.step("by finger or mouse", async () => {
      await dragThing(page, thing(page, "Thing 1"), thing(page, "Thing 3"));
      await announced(page, "Put down Thing 1 at place 3 of 5");
      await expect.poll(() => titles(page)).toEqual(["Thing 2", "Thing 3", "Thing 1", "Thing 4", "Thing 5"]);
      await expect(page, "the end of a drag opens nothing").toHaveURL(new RegExp(`/shelves/${id}$`));
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

    await test.step("by keyboard; Escape puts it back", async () => {
      await thing(page, "Thing 5").focus();
      await page.keyboard.press("Space");
      await announced(page, "Picked up Thing 5, place 5 of 5");
      await untilKeysAreHeard(page);
      expect(await isClickHeld(page.getByRole("link", { name: "Back to My Shelv" }))).toBe(false);
      await page.keyboard.press("ArrowLeft");
      await announced(page, "Thing 5 is now at place 4 of 5");
      await page.keyboard.press("Space");
      await announced(page, "Put down Thing 5 at place 4 of 5");
      await expect.poll(() => titles(page)).toEqual(["Thing 2", "Thing 3", "Thing 1", "Thing 5", "Thing 4"]);
      await expect(thing(page, "Thing 5")).toBeFocused();
      await page.keyboard.press("Space");
      await announced(page, "Picked up Thing 5, place 4 of 5");
      await untilKeysAreHeard(page);
      await page.keyboard.press("ArrowLeft");
      await announced(page, "Thing 5 is now at place 3 of 5");
      await page.keyboard.press("Escape");
      await announced(page, "Thing 5 is back where it was.");
      await expect.poll(() => titles(page)).toEqual(["Thing 2", "Thing 3", "Thing 1", "Thing 5", "Thing 4"]);
    });

    await test.step("the server gets the order", async () => {
      await page.context().setOffline(false);
      await savedEverywhere(page);
      const stored = (await (await page.request.get(`/api/shelves/${id}/items`)).json()) as {
        title: string;
        order: number;
      }[];
      expect(stored.toSorted((a, b) => a.order - b.order).map(({ title }) => title)).toEqual([
        "Thing 2",
        "Thing 3",
        "Thing 1",
        "Thing 5",
        "Thing 4",
      ]);
    });
  },
);

onlineTest.describe("the wall of a shelf", () => {
  onlineTest.use({ shelfView: "wall", serverEnv: { PLAN_LIMITS: "off" } });

  onlineTest("opens a thing and adds one in the next free place", BOTH_SIZES, async ({ page, server }) => {
    await signUp(page, server, { username: "wendy" });
    const post = postAs(page.request, server.address);
    const id = await postShelf(post, "Attic", 2, titleOf);
    await page.goto(`/shelves/${id}`);

    await onlineTest.step("a tap and Enter open it, and the focus comes back", async () => {
      const dialog = page.getByRole("dialog", { name: "Edit Item" });
      await thing(page, "Thing 2").click();
      await expect(dialog.getByLabel("Title")).toHaveValue("Thing 2");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(thing(page, "Thing 2")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(dialog.getByLabel("Title")).toHaveValue("Thing 2");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });

    await onlineTest.step("the next free place adds a thing", async () => {
      await page.getByRole("link", { name: "Add here" }).click();
      const dialog = page.getByRole("dialog", { name: "Add New Item" });
      await dialog.getByLabel("URL").fill("https://example.com/three");
      await dialog.getByLabel("Title").fill("Thing 3");
      await dialog.getByRole("button", { name: "Create", exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(things(page).last()).toContainText("Thing 3");
      await expect(things(page)).toHaveCount(3);
    });
  });

  onlineTest(
    "shows a new thing as it lands, and scrolls to one that is made here",
    async ({ page, server }) => {
      await signUp(page, server, { username: "wren" });
      const post = postAs(page.request, server.address);
      const id = await postShelf(post, "Attic", 40, titleOf);
      await page.goto(`/shelves/${id}`);
      await expect(thing(page, "Thing 1")).toBeVisible();
      const landed = await landings(page);

      await onlineTest.step("from the form, with its price", async () => {
        await addButton(page).click();
        const dialog = page.getByRole("dialog", { name: "Add New Item" });
        await openMore(dialog);
        await dialog.getByLabel("Title").fill("Copper pan");
        await dialog.getByLabel("Price").fill("$80");
        await dialog.getByRole("button", { name: "Create", exact: true }).click();
        await expect(thing(page, "Copper pan")).toBeInViewport({ ratio: 1 });
        await expect.poll(landed).toEqual(expect.arrayContaining(["Copper pan drop", "Copper pan hang"]));
        await announced(page, "Item created");
        await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
      });

      await onlineTest.step("another device's does not scroll", async () => {
        await page.evaluate(() => scrollTo(0, 0));
        await post(`/api/shelves/${id}/items`, {
          multipart: { title: "Far thing", url: "https://example.com/" },
        });
        await expect(things(page).first()).toHaveAttribute("aria-setsize", "42");
        expect(await page.evaluate(() => scrollY)).toBe(0);
      });

      await onlineTest.step("another device's lands in sight", async () => {
        const near = await postShelf(post, "Cellar", 2, titleOf);
        await page.goto(`/shelves/${near}`);
        await expect(things(page)).toHaveCount(2);
        await expect(page.locator("[data-motion]"), "these have landed").toHaveCount(0);
        const landedNear = await landings(page);
        await post(`/api/shelves/${near}/items`, {
          multipart: { title: "Near thing", url: "https://example.com/" },
        });
        await expect.poll(landedNear).toEqual(["Near thing drop"]);
      });
    },
  );

  onlineTest(
    "takes what is pasted or dropped on it, and stays where other files are dropped",
    BOTH_SIZES,
    async ({ page, context, server }) => {
      await signUp(page, server, { username: "will" });
      const post = postAs(page.request, server.address);
      await postShelf(post, "Cellar", 1, titleOf);
      const id = await postShelf(post, "Attic", 2, titleOf);
      await page.goto(`/shelves/${id}`);
      await expect(things(page)).toHaveCount(2);
      const form = page.getByRole("dialog", { name: "Add to @will's shelf" });

      await onlineTest.step("a copied link", async () => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await page.evaluate(() => navigator.clipboard.writeText("https://example.com/copper-pan"));
        await page.keyboard.press("ControlOrMeta+V");
        await expect(form.getByLabel("URL")).toHaveValue("https://example.com/copper-pan");
        await expect(form.getByLabel("Shelf")).toHaveText(/Attic/);
        await page.keyboard.press("Escape");
        await expect(page, "a refused one leads back").toHaveURL(new RegExp(`/shelves/${id}$`));
        await expect(things(page)).toHaveCount(2);
        await page.keyboard.press("ControlOrMeta+V");
        await expect(form.getByLabel("URL")).toHaveValue("https://example.com/copper-pan");
        const landed = await landings(page);
        await form.getByRole("button", { name: "Create", exact: true }).click();
        await expect(thing(page, "Copper pan")).toBeInViewport();
        await expect.poll(landed).toEqual(["Copper pan drop"]);
      });

      await onlineTest.step(
        "three pictures: one form after another, and what is added can be undone",
        async () => {
          await drop(page.getByRole("main"), ["zero.png", "one.png", "two.png"], "image/png");
          await expect(form.getByText("2 more wait after this.")).toBeVisible();
          await form.getByLabel("Title").fill("Wrong photo");
          await form.getByRole("button", { name: "Create", exact: true }).click();
          await form.getByRole("button", { name: "Undo adding Wrong photo" }).click();
          await expect(form.getByText("Wrong photo")).toHaveCount(0);
          await expect(form.getByText("One more waits after this.")).toBeVisible();
          for (const title of ["First photo", "Second photo"]) {
            await expect(form.getByLabel("Title")).toHaveValue("");
            await form.getByLabel("Title").fill(title);
            await form.getByRole("button", { name: "Create", exact: true }).click();
          }
          await expect(form).toBeHidden();
          await expect
            .poll(() => titles(page))
            .toEqual(["Thing 1", "Thing 2", "Copper pan", "First photo", "Second photo"]);
        },
      );

      await onlineTest.step("a paper, after a photo was carried", async () => {
        await dragThing(page, thing(page, "First photo"), thing(page, "Second photo"));
        await announced(page, "Put down First photo at place 5 of 5");
        // There is one toast: the move's comes first.
        await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
        await drop(page.getByRole("main"), ["paper.pdf"], "application/pdf");
        await expect(
          page.getByText("1 file not taken. Drop up to 10 pictures at a time.", { exact: true }),
        ).toBeVisible();
        await expect(form).toBeHidden();
        await expect(things(page)).toHaveCount(5);
      });

      await onlineTest.step("a picture dropped on the open form", async () => {
        await addButton(page).click();
        const dialog = page.getByRole("dialog", { name: "Add New Item" });
        await drop(dialog, ["beside.png"], "image/png");
        await drop(dialog.getByRole("group", { name: "Picture" }), ["three.png"], "image/png");
        await expect(dialog.getByRole("button", { name: "Remove picture" })).toBeVisible();
        await dialog.getByLabel("Title").fill("Third photo");
        await dialog.getByRole("button", { name: "Create", exact: true }).click();
        await expect(things(page)).toHaveCount(6);
      });
    },
  );

  onlineTest(
    "is one view, the list another, and the device keeps the choice",
    BOTH_SIZES,
    async ({ page, server }) => {
      await signUp(page, server, { username: "willa" });
      const post = postAs(page.request, server.address);
      const id = await postShelf(post, "Attic", 3, titleOf);
      await page.goto(`/shelves/${id}`);
      await expect(thing(page, "Thing 1")).toBeVisible();
      await expect(page.locator(".shelv-item", { hasText: "Thing 1" }), "is drawn once").toHaveCount(1);

      const radio = (view: string) => page.getByRole("radio", { name: view });
      const box = (at: number) => page.getByRole("checkbox", { name: `Select Thing ${at}` });
      await onlineTest.step("things are selected in both", async () => {
        await page.getByRole("button", { name: "Select", exact: true }).click();
        await expect(page.getByRole("link", { name: "Edit Thing 2" }), "a tap opens nothing").toHaveCount(0);
        await box(2).check();
        await expectNoAxeFindings(page);
        await page.getByText("List", { exact: true }).click();
        await expect(radio("List"), "the pressed switch").toBeFocused();
        await expect(box(2)).toBeChecked();
        await box(3).check();
        await page.getByText("Wall", { exact: true }).click();
        await expect(radio("Wall")).toBeFocused();
        await expect(box(3)).toBeChecked();
        await box(3).press("Space");
        await expect(page.getByText("1 selected")).toBeVisible();
        await page.getByRole("button", { name: "Hide" }).click();
        await expect(itemRow(page, "Thing 2"), "a ghost").toHaveAttribute("data-hidden", "true");
        await expect(page.getByRole("link", { name: "Edit Thing 2 (Hidden)" })).toBeVisible();
      });

      await page.getByText("List", { exact: true }).click();
      await expect(radio("List")).toBeFocused();
      await expect(page.getByRole("button", { name: "Move Thing 1" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Add here" })).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("button", { name: "Move Thing 1" })).toBeVisible();
      await page.getByText("Wall", { exact: true }).click();
      await expect(page.getByRole("link", { name: "Add here" })).toBeVisible();
    },
  );

  onlineTest("deletes what is carried to the bin, and by key", BOTH_SIZES, async ({ page, server }) => {
    await signUp(page, server, { username: "wade" });
    const post = postAs(page.request, server.address);
    const id = await postShelf(post, "Attic", 4, titleOf);
    await page.goto(`/shelves/${id}`);
    await expect(things(page)).toHaveCount(4);
    await savedEverywhere(page);

    await onlineTest.step("by hand, and Undo brings it back", async () => {
      const hand = await dragThing(page, thing(page, "Thing 2"), bin(page), { isHeld: true });
      await announced(page, "Thing 2 is over the bin. Let go to delete it.");
      await expect(bin(page)).toHaveText("Let go to delete");
      await hand.up();
      await expect.poll(() => titles(page)).toEqual(["Thing 1", "Thing 3", "Thing 4"]);
      await expect(bin(page)).toHaveCount(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => titles(page)).toEqual(["Thing 1", "Thing 2", "Thing 3", "Thing 4"]);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

    await onlineTest.step("a thing that leaves the bin is put down on the board", async () => {
      const hand = await dragThing(page, thing(page, "Thing 1"), bin(page), { isHeld: true });
      await announced(page, "Thing 1 is over the bin. Let go to delete it.");
      await page.evaluate(() => scrollTo(0, 0));
      const box = await page.locator("main .shelv-page").boundingBox();
      await hand.move({ x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 60 });
      await expect(bin(page)).toHaveText("Delete");
      await hand.up();
      await announced(page, "Put down Thing 1 at place");
      await expect(things(page)).toHaveCount(4);
    });

    await onlineTest.step("by key, and the focus goes to the next one", async () => {
      await thing(page, "Thing 3").focus();
      await page.keyboard.press("Delete");
      await expect(thing(page, "Thing 3")).toHaveCount(0);
      await expect(thing(page, "Thing 4")).toBeFocused();
      await page.keyboard.press("Space");
      await announced(page, "Picked up Thing 4");
      await untilKeysAreHeard(page);
      await page.keyboard.press("Backspace");
      await expect(things(page)).toHaveCount(2);
      await expect(things(page).getByRole("link").and(page.locator(":focus"))).toHaveCount(1);
      await savedEverywhere(page);
      const stored = (await (await page.request.get(`/api/shelves/${id}/items`)).json()) as unknown[];
      expect(stored).toHaveLength(2);
    });

    await onlineTest.step("after the last one, the focus is on the place for the next", async () => {
      for (const left of [1, 0]) {
        await expect(things(page).getByRole("link").and(page.locator(":focus"))).toHaveCount(1);
        await page.keyboard.press("Delete");
        await expect(things(page)).toHaveCount(left);
      }
      await savedEverywhere(page);
      await expect(page.getByRole("link", { name: "Add here" })).toBeFocused();
    });
  });

  onlineTest("a form leaves the thing that it is about in sight", BOTH_SIZES, async ({ page, server }) => {
    await signUp(page, server, { username: "wylie" });
    const post = postAs(page.request, server.address);
    const id = await postShelf(post, "Attic", 40, titleOf);
    await page.goto(`/shelves/${id}`);
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    const opened = page.locator("[data-open]");
    const isPhone = (page.viewportSize()?.width ?? 0) < 500;

    await thing(page, "Thing 12").click();
    await expect(dialog.getByRole("heading", { name: "Edit Item" })).toBeFocused();
    await expect(opened).toContainText("Thing 12");
    const apart = () =>
      opened.evaluate((place) => {
        const [thing, form] = [place, document.querySelector("[role=dialog]")].map((part) =>
          part?.getBoundingClientRect(),
        );
        if (!thing || !form) return false;
        return thing.top >= 0 && (thing.bottom <= form.top + 1 || thing.right <= form.left + 1);
      });
    await expect.poll(apart, "the form does not cover it").toBe(true);
    await expectNoAxeFindings(page);

    if (isPhone) {
      await onlineTest.step("a sheet grows once the owner types in it", async () => {
        const height = async () => ((await dialog.boundingBox())?.height ?? 0) / 844;
        expect(await height()).toBeLessThanOrEqual(0.61);
        await dialog.getByLabel("Title").focus();
        await expect.poll(height).toBeGreaterThan(0.8);
      });
      return;
    }

    await onlineTest.step("beside the form, another thing is opened", async () => {
      await expect(dialog).toHaveAttribute("aria-modal", "false");
      await thing(page, "Thing 3").press("Enter");
      await expect(dialog.getByLabel("Title")).toHaveValue("Thing 3");
      await expect(dialog.getByRole("heading", { name: "Edit Item" })).toBeFocused();
      await expect(opened).toContainText("Thing 3");
    });

    const items = (await (await page.request.get(`/api/shelves/${id}/items`)).json()) as {
      id: string;
      title: string;
    }[];
    const addressOf = (title: string) => `/api/items/${items.find((item) => item.title === title)?.id}`;
    const headers = { Origin: server.address };

    await onlineTest.step("beside the form, the page stays if another device moves the thing", async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.request.patch(`${addressOf("Thing 3")}/reorder`, { headers, data: { order: 35 } });
      await expect(things(page).filter({ has: thing(page, "Thing 4") })).toHaveAttribute(
        "aria-posinset",
        "3",
      );
      await untilKeysAreHeard(page);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });

    await onlineTest.step("beside the form, what another device adds lands", async () => {
      await thing(page, "Thing 3").focus();
      await page.keyboard.press("End");
      await expect(thing(page, "Thing 40")).toBeInViewport();
      const multipart = { title: "Of another device", url: "https://example.com/" };
      await post(`/api/shelves/${id}/items`, { multipart });
      const arrived = thing(page, "Of another device").locator(".shelv-thing");
      await expect.poll(() => arrived.evaluate((drawn) => getComputedStyle(drawn).opacity)).toBe("1");
      await page.keyboard.press("Home");
    });

    await onlineTest.step("typed text is asked about first", async () => {
      await dialog.getByLabel("Title").fill("Thing 3, mended");
      await thing(page, "Thing 5").click();
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Keep editing" }).click();
      await expect(dialog.getByLabel("Title")).toHaveValue("Thing 3, mended");
      await dialog.getByRole("button", { name: "Update", exact: true }).click();
      await expect(thing(page, "Thing 3, mended")).toBeVisible();
    });

    await onlineTest.step("beside the form, Escape during a drag only ends the drag", async () => {
      await thing(page, "Thing 5").click();
      await expect(dialog.getByLabel("Title")).toHaveValue("Thing 5");
      const hand = await dragThing(page, thing(page, "Thing 6"), thing(page, "Thing 8"), { isHeld: true });
      // As in Safari, which does not focus what a mouse drags.
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press("Escape");
      await announced(page, "Thing 6 is back where it was.");
      await hand.up();
      await expect(dialog.getByLabel("Title")).toHaveValue("Thing 5");
    });

    await onlineTest.step("a thing deleted by another device leaves the focus to the next one", async () => {
      await page.request.delete(addressOf("Thing 5"), { headers });
      await expect(thing(page, "Thing 5")).toHaveCount(0);
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog).toBeHidden();
      await expect(thing(page, "Thing 6")).toBeFocused();
    });

    await onlineTest.step("Escape closes it, and Back leads to the screen before", async () => {
      await thing(page, "Thing 4").click();
      await expect(dialog.getByLabel("Title")).toHaveValue("Thing 4");
      await thing(page, "Thing 6").click();
      await expect(dialog.getByLabel("Title")).toHaveValue("Thing 6");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(thing(page, "Thing 6")).toBeFocused();
      await expect(page).toHaveURL(new RegExp(`/shelves/${id}$`));
      await page.goBack();
      await expect(page).not.toHaveURL(/item=/);
    });
  });

  onlineTest("each Back leads to a screen that looks different", BOTH_SIZES, async ({ page, server }) => {
    await signUp(page, server, { username: "wynn" });
    const id = await postShelf(postAs(page.request, server.address), "Attic", 3, titleOf);
    await page.goto("/shelves");
    await page.goto(`/shelves/${id}?begin=shelf`);
    const isWide = (page.viewportSize()?.width ?? 0) >= 1200;
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    if (isWide) {
      await thing(page, "Thing 1").click();
      await expect(page).toHaveURL(/item=/);
    }
    await page.getByRole("button", { name: "Edit shelf" }).click();
    await expect(page.getByRole("dialog", { name: "Edit shelf" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Add a category" }).click();
    await expect(page).toHaveURL(/category=/);
    await thing(page, "Thing 2").click();
    await expect(dialog.getByLabel("Title")).toHaveValue("Thing 2");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(new RegExp(`/shelves/${id}\\?begin=shelf$`));
    await page.goBack();
    await expect(page).toHaveURL(/\/shelves$/);
  });

  onlineTest("shows the owner's look, also what the owner's CSS changes", async ({ page, server }) => {
    await signUp(page, server, { username: "wilma" });
    const post = postAs(page.request, server.address);
    const id = await postShelf(post, "Attic", 1, titleOf);
    const changed = await page.request.put("/api/settings", {
      headers: { Origin: server.address },
      data: { isDarkMode: true, shelfBackground: "wood", customCss: ".shelv-caption { font-style: italic }" },
    });
    await expect(changed).toBeOK();
    await page.goto(`/shelves/${id}`);
    const wall = page.locator("main .shelv-page");
    await expect(wall).toHaveAttribute("data-background", "wood");
    await expect(wall).toHaveAttribute("data-theme", "dark");
    await expect(wall.getByText("Thing 1")).toHaveCSS("font-style", "italic");
    await expectNoAxeFindings(page);
  });

  onlineTest(
    "is rendered near the window only; a key carries a thing beyond it",
    async ({ page, server }) => {
      onlineTest.slow();
      await signUp(page, server, { username: "wim" });
      const post = postAs(page.request, server.address);
      const id = await postShelf(post, "Attic", 100, titleOf);
      await page.goto(`/shelves/${id}`);
      await expect(thing(page, "Thing 1")).toBeVisible();
      await expect(things(page).first()).toHaveAttribute("aria-setsize", "100");
      expect(await things(page).count()).toBeLessThan(80);
      const line = await perLine(things(page));
      await thing(page, "Thing 1").focus();
      await page.keyboard.press("Space");
      await announced(page, "Picked up Thing 1, place 1 of 100");
      await untilKeysAreHeard(page);
      for (let lines = 1; lines <= 6; lines += 1) {
        await page.keyboard.press("ArrowDown");
        await announced(page, `Thing 1 is now at place ${1 + lines * line} of 100`);
      }
      for (let steps = 1; steps <= line; steps += 1) {
        await page.keyboard.press("ArrowRight");
        await announced(page, `Thing 1 is now at place ${1 + 6 * line + steps} of 100`);
      }
      await expect(page.locator("[data-dragging]")).toBeInViewport();
      await page.keyboard.press("Space");
      await announced(page, `Put down Thing 1 at place ${1 + 7 * line} of 100`);
      await expect(thing(page, "Thing 1")).toBeInViewport();
      await expect(thing(page, "Thing 1")).toBeFocused();
      await expect(things(page).filter({ has: thing(page, "Thing 1") })).toHaveAttribute(
        "aria-posinset",
        String(1 + 7 * line),
      );

      await onlineTest.step("all of it is within the wall, however wide the window becomes", async () => {
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        const faceWidth = () => thing(page, "Thing 1").evaluate(({ clientWidth }) => clientWidth);
        const before = await faceWidth();
        await page.setViewportSize({ width: width + 30, height });
        await expect.poll(faceWidth).toBeGreaterThan(before);
        await expect.poll(() => perLine(things(page)), "still as many a line").toBe(line);
        const bottomOf = async (part: Locator) => {
          const box = await part.boundingBox();
          return (box?.y ?? 0) + (box?.height ?? 0);
        };
        const [next, wall] = [page.getByRole("link", { name: "Add here" }), page.locator("main .shelv-page")];
        await expect.poll(async () => (await bottomOf(wall)) - (await bottomOf(next))).toBeGreaterThan(0);
      });
    },
  );

  onlineTest("keeps a thing in its place if a drag is cut short", async ({ page, server }) => {
    await signUp(page, server, { username: "wolf" });
    const post = postAs(page.request, server.address);
    const id = await postShelf(post, "Attic", 4, titleOf);
    await page.goto(`/shelves/${id}`);
    const before = ["Thing 1", "Thing 2", "Thing 3", "Thing 4"];
    await expect.poll(() => titles(page)).toEqual(before);

    await onlineTest.step("by a turned screen", async () => {
      const hand = await dragThing(page, thing(page, "Thing 1"), thing(page, "Thing 3"), { isHeld: true });
      await announced(page, "Thing 1 is now at place 3 of 4");
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      await page.setViewportSize({ width: height, height: width });
      await announced(page, "Thing 1 is back where it was.");
      await hand.up();
      await page.setViewportSize({ width, height });
      await expect.poll(() => titles(page)).toEqual(before);
    });

    await onlineTest.step("by another device that deletes the thing", async () => {
      const hand = await dragThing(page, thing(page, "Thing 2"), thing(page, "Thing 4"), { isHeld: true });
      await announced(page, "Thing 2 is now at place 4 of 4");
      const items = (await (await page.request.get(`/api/shelves/${id}/items`)).json()) as {
        id: string;
        title: string;
      }[];
      const gone = items.find(({ title }) => title === "Thing 2");
      await page.request.delete(`/api/items/${gone?.id}`, { headers: { Origin: server.address } });
      await expect
        .poll(() => titles(page), "stays in the hand")
        .toEqual(["Thing 1", "Thing 3", "Thing 4", "Thing 2"]);
      await hand.up();
      await expect(
        page.getByText("It or its new shelf was deleted. Nothing was moved.", { exact: true }),
      ).toBeVisible();
      await expect.poll(() => titles(page)).toEqual(["Thing 1", "Thing 3", "Thing 4"]);
    });
  });
});

/** Each a small picture in another colour. */
const drop = (target: Locator, names: string[], type: string) =>
  target.evaluate(
    async (over, { names: all, type: mime }) => {
      const data = new DataTransfer();
      for (const [at, name] of all.entries()) {
        const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 40 });
        const context = canvas.getContext("2d");
        if (context) context.fillStyle = `hsl(${at * 90} 80% 50%)`;
        context?.fillRect(0, 0, 40, 40);
        const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
        if (drawn) data.items.add(new File([drawn], name, { type: mime }));
      }
      for (const step of ["dragover", "drop"]) {
        const event = new DragEvent(step, { dataTransfer: data, bubbles: true, cancelable: true });
        if (over.dispatchEvent(event)) throw new Error("The browser would open the file");
      }
    },
    { names, type },
  );

/** The motions of things from here on, as the thing's title and the motion's name. */
async function landings(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const motions: string[] = [];
    addEventListener("animationstart", ({ target, animationName, pseudoElement }) => {
      const title = (target as Element).closest("li")?.querySelector(".shelv-caption")?.textContent;
      const name = /drop|hang/.exec(animationName)?.[0];
      if (title !== undefined && name !== undefined && pseudoElement === "") motions.push(`${title} ${name}`);
    });
    return motions;
  });
  return () => seen.jsonValue();
}

const isClickHeld = (link: Locator) =>
  link.evaluate((element: HTMLElement) => {
    let isHeld = true;
    const note = (click: Event) => {
      isHeld = click.defaultPrevented;
      click.preventDefault();
    };
    element.addEventListener("click", note, { once: true });
    element.click();
    return isHeld;
  });

async function perLine(all: Locator): Promise<number> {
  const tops = await all.evaluateAll((list) => list.map((place) => place.getBoundingClientRect().top));
  return tops.filter((top) => top === tops[0]).length;
}
