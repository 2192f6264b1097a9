import { expect, onlineTest as test } from "#e2e/support/app-test";
import { postAs, postForId, postShelf } from "#e2e/support/owner-request";
import { deletionControl, itemRow, pickUpByKeyboard, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const ITEMS = 60;
const titleOf = (at: number) => `Thing ${String(at).padStart(2, "0")}`;

test("on a long shelf, keys and handle move an item to a place off the screen", async ({ page, server }) => {
  test.slow();
  await signUp(page, server, { username: "liisa" });
  const post = postAs(page.request, server.address);
  const id = await postShelf(post, "Attic", ITEMS, titleOf);
  await page.goto(`/shelves/${id}`);
  const rows = page.getByRole("region", { name: "Items" }).getByRole("listitem");
  await expect(rows.first()).toHaveAttribute("aria-setsize", String(ITEMS));
  expect(await rows.count()).toBeLessThan(ITEMS / 2);
  const handleOf = (title: string) => page.getByRole("button", { name: `Move ${title}`, exact: true });

  await test.step("with the keyboard, seventeen places down", async () => {
    const inSight = () =>
      rows.evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().top < innerHeight).length);
    await expect.poll(async () => (await rows.count()) - (await inSight()), "rows wait below").toBe(8);
    await handleOf(titleOf(1)).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(`Picked up ${titleOf(1)}, place 1 of ${ITEMS}.`)).toBeAttached();
    await expect
      .poll(async () => (await rows.count()) - (await inSight()), "fewer while each step renders them again")
      .toBeLessThanOrEqual(2);
    await page.evaluate(
      () =>
        new Promise(
          (resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
        ),
    );
    for (let place = 2; place <= 18; place += 1) {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByText(`${titleOf(1)} is now at place ${place} `)).toBeAttached();
    }
    await page.keyboard.press("Space");
    await expect(page.getByText(`Put down ${titleOf(1)} at place 18 `)).toBeAttached();
    await expect(itemRow(page, titleOf(1))).toHaveAttribute("aria-posinset", "18");
    await expect(handleOf(titleOf(1))).toBeFocused();
    await expect
      .poll(async () => (await rows.count()) - (await inSight()), "and as many again")
      .toBeGreaterThanOrEqual(8);
  });

  const carryToEdge = async (title: string) => {
    await handleOf(title).evaluate((handle) => handle.scrollIntoView({ block: "center" }));
    const from = await handleOf(title).boundingBox();
    const x = (from?.x ?? 0) + 20;
    await page.mouse.move(x, (from?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move(x, (page.viewportSize()?.height ?? 0) - 12, { steps: 6 });
  };

  await test.step("by its handle, at the edge until the page has scrolled to the list's end, and no further", async () => {
    await page.evaluate(() => scrollTo(0, 0));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await carryToEdge(titleOf(2));
    await expect(page.getByText(`${titleOf(2)} is now at place ${ITEMS} `)).toBeAttached({ timeout: 20_000 });
    const settled = await page.evaluate(async () => {
      for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame);
      const row = document.querySelector("[data-dragging]");
      const endOf = (element: Element | null | undefined) =>
        Math.round(element?.getBoundingClientRect().bottom ?? 0);
      return {
        height: document.documentElement.scrollHeight,
        rowEnd: endOf(row),
        listEnd: endOf(row?.parentElement),
        windowHeight: innerHeight,
      };
    });
    expect(settled.height).toBeLessThanOrEqual(height);
    expect(settled.rowEnd).toBeLessThanOrEqual(settled.listEnd);
    expect(settled.listEnd).toBeGreaterThan(settled.windowHeight / 2);
    await page.mouse.up();
    await expect(page.getByText(`Put down ${titleOf(2)} at place ${ITEMS} `)).toBeAttached();
  });

  await expect(syncState(page)).toHaveText("Saved everywhere");
  await expect(itemRow(page, titleOf(2))).toHaveAttribute("aria-posinset", String(ITEMS));
  const stored = async () => {
    const items = (await (await page.request.get(`/api/shelves/${id}/items`)).json()) as {
      id: string;
      title: string;
      order: number;
    }[];
    return items.toSorted((a, b) => a.order - b.order);
  };
  const titlesStored = async () => (await stored()).map(({ title }) => title);
  await expect.poll(async () => (await titlesStored()).indexOf(titleOf(2))).toBe(ITEMS - 1);
  const titles = await titlesStored();
  expect(titles.indexOf(titleOf(1))).toBe(16);

  await test.step("a deletion by another device during a drag moves nothing at the drop", async () => {
    const dragged = titleOf(3);
    await page.evaluate(() => scrollTo(0, 0));
    await carryToEdge(dragged);
    await expect(page.getByText(`${dragged} is now at place`)).toBeAttached();
    const target = (await stored()).find(({ title }) => title === dragged);
    const deleted = await page.request.delete(`/api/items/${target?.id}`, {
      headers: { Origin: server.address },
    });
    expect(deleted.ok()).toBe(true);
    await expect(itemRow(page, dragged)).toBeHidden();
    await page.mouse.up();
    await expect(
      page.getByText("What was picked up is no longer in this list. Nothing was moved."),
    ).toBeAttached();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(itemRow(page, titleOf(2))).toHaveAttribute("aria-posinset", String(ITEMS - 1));
    expect((await stored()).map(({ title }) => title)).toEqual(titles.filter((title) => title !== dragged));
  });
});

test("the list of all items is drawn once if its offset is cached", async ({ page, server }) => {
  await signUp(page, server, { username: "aino" });
  const post = postAs(page.request, server.address);
  await postShelf(post, "Attic", 20, titleOf);
  const drawnInVain = async () => {
    const rows = page.getByRole("list", { name: "Items" }).getByRole("listitem");
    await expect(rows.first()).toContainText(titleOf(1));
    return page.evaluate(() => window.rowsRemoved);
  };
  await page.goto("/items");
  await expect(page.getByText("20 items")).toBeVisible();
  await page.addInitScript(countRemovedRows);
  await page.reload();
  expect(await drawnInVain()).toBe(0);
  await page.evaluate(() => localStorage.removeItem("shelv-list-tops"));
  await page.reload();
  expect(
    await drawnInVain(),
    "without the offset, rows that move off the screen are drawn too",
  ).toBeGreaterThan(0);
});

test.describe("of an owner with many shelves", () => {
  test.use({ serverEnv: { PLAN_LIMITS: "off" } });

  test("only shelves near the viewport read their items; a cancelled move returns", async ({
    page,
    server,
  }) => {
    await signUp(page, server, { username: "onni" });
    const post = postAs(page.request, server.address);
    for (let at = 1; at <= 12; at += 1) {
      const id = await postForId(post, "/api/shelves", { data: { name: `Shelf ${at}` } });
      await post(`/api/shelves/${id}/items`, {
        multipart: { title: `On shelf ${at}`, url: "https://example.com/" },
      });
    }
    const last = page.getByRole("article", { name: "Shelf 12" });
    await page.goto("/shelves");
    await expect(page.getByRole("link", { name: /On shelf [12]$/ })).toHaveCount(2);
    await expect(last).toContainText("1 item");
    await expect(
      page.getByRole("button", { name: "Move Shelf 12" }),
      "the sortable list has replaced the static one",
    ).toBeAttached();
    await page.getByRole("article", { name: "Shelf 5" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("link", { name: "On shelf 8" })).toBeAttached();
    await expect(page.getByRole("link", { name: "On shelf 12" })).toHaveCount(0);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await last.scrollIntoViewIfNeeded();
    await expect(page.getByRole("link", { name: "On shelf 12" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight), "nothing moved").toBe(height);

    const handle = page.getByRole("button", { name: "Move Shelf 1", exact: true });
    await pickUpByKeyboard(page, "Shelf 1");
    for (let place = 2; place <= 8; place += 1) {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByText(`Shelf 1 is now at place ${place} `)).toBeAttached();
    }
    await page.keyboard.press("Escape");
    await expect(handle).toBeFocused();
    await expect(handle, "a cancelled move returns to the start").toBeInViewport();
  });
});

test("a keyboard user's place in a long list survives a cancelled move and scrolling", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "kai" });
  const post = postAs(page.request, server.address);
  const id = await postShelf(post, "Attic", ITEMS, titleOf);
  await page.goto(`/shelves/${id}`);
  const handle = page.getByRole("button", { name: `Move ${titleOf(1)}`, exact: true });
  await expect(
    page.getByRole("region", { name: "Items" }).getByRole("listitem").first(),
    "all shelves are pulled",
  ).toHaveAttribute("aria-setsize", String(ITEMS));
  await pickUpByKeyboard(page, titleOf(1));
  for (let place = 2; place <= 16; place += 1) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(`${titleOf(1)} is now at place ${place} `)).toBeAttached();
  }
  await page.keyboard.press("Escape");
  await expect(handle).toBeFocused();
  await expect(handle).toBeInViewport();

  const phone = page.viewportSize() ?? { width: 390, height: 844 };
  for (const { path, size } of [
    { path: `/shelves/${id}`, size: phone },
    { path: "/items", size: phone },
    { path: "/items", size: { width: 1280, height: 800 } },
  ]) {
    await page.setViewportSize(size);
    await page.goto(path);
    await expect(deletionControl(page, titleOf(8))).toBeAttached();
    if (path === "/items") await expect(page.getByText(`${ITEMS} items`)).toBeVisible();
    const removal = deletionControl(page, titleOf(2));
    await removal.focus();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await removal.evaluate((button) => button.closest("ol, ul, table")?.scrollIntoView({ block: "end" }));
    await expect(deletionControl(page, titleOf(ITEMS))).toBeAttached();
    await expect(deletionControl(page, titleOf(20))).toHaveCount(0);
    await expect(removal).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    await page.keyboard.press("Shift+Tab");
    await expect(page.locator(":focus")).toBeInViewport();
  }
});

declare global {
  interface Window {
    rowsRemoved: number;
  }
}

function countRemovedRows(): void {
  window.rowsRemoved = 0;
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes)
      window.rowsRemoved += [...removedNodes].filter(
        (node) => node instanceof HTMLLIElement && node.ariaPosInSet !== null,
      ).length;
  }).observe(document, { childList: true, subtree: true });
}
