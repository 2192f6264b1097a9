import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { postAs, postShelf } from "#e2e/support/owner-request";
import { listedItem } from "#e2e/support/steps/item-steps";
import { itemRow, savedEverywhere } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { BOTH_SIZES } from "#e2e/support/tags";

const titles = (page: Page) =>
  itemRow(page, "Thing ").evaluateAll((rows) =>
    rows.map((row) => /Thing \d+/.exec(row.textContent)?.[0] ?? ""),
  );

const things = (...numbers: number[]) => numbers.map((at) => `Thing ${at}`);

const menuOf = (page: Page, title: string) =>
  page.getByRole("button", { name: `More for ${title}`, exact: true });

test(
  "a row's menu moves its item to the top, to the end or to another shelf, by keyboard and with undo",
  BOTH_SIZES,
  async ({ page, server }) => {
    await signUp(page, server, { username: "mov" });
    const post = postAs(page.request, server.address);
    const attic = await postShelf(post, "Attic", 4);
    await postShelf(post, "Cellar", 1, () => "Jam");
    await page.goto(`/shelves/${attic}`);
    await expect.poll(() => titles(page)).toEqual(things(1, 2, 3, 4));

    await test.step("with the keyboard; Escape closes it, and the focus returns", async () => {
      await menuOf(page, "Thing 3").focus();
      await page.keyboard.press("Enter");
      const menu = page.getByRole("menu", { name: "More for Thing 3" });
      await expect(menu.getByRole("menuitem", { name: "Move to shelf…" })).toBeFocused();
      await expectNoAxeFindings(page);
      await page.keyboard.press("Escape");
      await expect(menu).toHaveCount(0);
      await expect(menuOf(page, "Thing 3")).toBeFocused();
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await expect(menu.getByRole("menuitem", { name: "Move to top" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect.poll(() => titles(page)).toEqual(things(3, 1, 2, 4));
      await expect(menuOf(page, "Thing 3")).toBeFocused();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => titles(page)).toEqual(things(1, 2, 3, 4));
    });

    await test.step("to the end, where it is already", async () => {
      await menuOf(page, "Thing 1").click();
      await page.getByRole("menuitem", { name: "Move to end" }).click();
      await expect.poll(() => titles(page)).toEqual(things(2, 3, 4, 1));
      await menuOf(page, "Thing 1").click();
      await page.getByRole("menuitem", { name: "Move to end" }).click();
      await expect(page.getByText("It's there already", { exact: true })).toBeVisible();
    });

    await test.step("to another shelf, and the focus goes to the next row", async () => {
      await menuOf(page, "Thing 3").click();
      await page.getByRole("menuitem", { name: "Move to shelf…" }).click();
      const dialog = page.getByRole("dialog", { name: "Move to shelf" });
      await expect(dialog.getByRole("listitem")).toHaveText([/Cellar/]);
      await expectNoAxeFindings(page);
      await dialog.getByRole("button", { name: "Cellar" }).click();
      await expect.poll(() => titles(page)).toEqual(things(2, 4, 1));
      await expect(page.getByText("Moved to Cellar", { exact: true })).toBeVisible();
      await expect(menuOf(page, "Thing 4")).toBeFocused();
      await savedEverywhere(page);
      await page.reload();
      await expect.poll(() => titles(page)).toEqual(things(2, 4, 1));
    });

    await test.step("on Links & Items too", async () => {
      await page.goto("/items");
      await menuOf(page, "Thing 2").click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(listedItem(page, "Thing 2")).toHaveCount(0);
    });
  },
);

test(
  "selected items are moved and deleted together offline, with one undo, and reach the other device",
  BOTH_SIZES,
  async ({ page, server, openDevice, consoleWatch }) => {
    test.slow();
    consoleWatch.allow(...NETWORK_GONE);
    const owner = await signUp(page, server, { username: "sel" });
    const post = postAs(page.request, server.address);
    const attic = await postShelf(post, "Attic", 5);
    await postShelf(post, "Cellar", 1, () => "Jam");
    const laptop = await openDevice();
    await signIn(laptop, server, owner);
    await laptop.goto(`/shelves/${attic}`);
    await page.goto(`/shelves/${attic}`);
    await expect.poll(() => titles(page)).toEqual(things(1, 2, 3, 4, 5));
    await untilAppCached(page);
    await page.context().setOffline(true);
    const select = page.getByRole("button", { name: "Select", exact: true });
    const bar = page.getByRole("region", { name: "Selected items" });
    const box = (at: number) => page.getByRole("checkbox", { name: `Select Thing ${at}`, exact: true });

    await test.step("by checkboxes; all at once; Escape ends it", async () => {
      await select.click();
      const all = bar.getByRole("checkbox", { name: "Select all" });
      await expect(all).toBeFocused();
      await expect(bar.getByRole("status")).toHaveText("0 selected");
      await expect(bar.getByRole("button", { name: "Move" })).toHaveAttribute("aria-disabled", "true");
      await expect(page.getByRole("button", { name: "Move Thing 1", exact: true })).toHaveCount(0);
      await itemRow(page, "Thing 2").click();
      await box(4).focus();
      await page.keyboard.press("Space");
      await expect(bar.getByRole("status")).toHaveText("2 selected");
      await expectNoAxeFindings(page);
      await all.check();
      await expect(bar.getByRole("status")).toHaveText("5 selected");
      await all.uncheck();
      await expect(bar.getByRole("status")).toHaveText("0 selected");
      await page.keyboard.press("Escape");
      await expect(bar).toHaveCount(0);
      await expect(select).toBeFocused();
    });

    await test.step("deleted after one question, and back with one undo", async () => {
      await select.click();
      for (const at of [2, 4]) await itemRow(page, `Thing ${at}`).click();
      await bar.getByRole("button", { name: "Delete" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toContainText("Delete 2 items?");
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(bar, "Escape closes only the question").toBeVisible();
      await bar.getByRole("button", { name: "Delete" }).click();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await expect.poll(() => titles(page)).toEqual(things(1, 3, 5));
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => titles(page)).toEqual(things(1, 2, 3, 4, 5));
    });

    await test.step("moved in their order to the end of another shelf", async () => {
      await select.click();
      for (const at of [5, 1, 3]) await itemRow(page, `Thing ${at}`).click();
      await bar.getByRole("button", { name: "Move" }).click();
      await page
        .getByRole("dialog", { name: "Move 3 items to shelf" })
        .getByRole("button", { name: "Cellar" })
        .click();
      await expect.poll(() => titles(page)).toEqual(things(2, 4));
      await expect(page.getByText("3 items moved to Cellar", { exact: true })).toBeVisible();
    });

    await test.step("with a connection the other device shows it", async () => {
      await page.context().setOffline(false);
      await savedEverywhere(page);
      await expect.poll(() => titles(laptop)).toEqual(things(2, 4));
      const answer = await page.request.get("/api/shelves");
      const shelves = (await answer.json()) as { name: string; items: { title: string }[] }[];
      const cellar = shelves.find(({ name }) => name === "Cellar");
      expect(cellar?.items.map(({ title }) => title)).toEqual(["Jam", ...things(1, 3, 5)]);
    });
  },
);
