import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, onlineTest, test } from "#e2e/support/app-test";
import { storedAccounts } from "#e2e/support/page/stored-accounts";
import { addListedItem, listedItem, listedItems } from "#e2e/support/steps/item-steps";
import { untilAppCached } from "#e2e/support/page/cached-app";
import {
  addButton,
  openMore,
  askToDelete,
  deleteFocused,
  deletionControl,
  dismissToast,
  makeShelf,
  PICTURE,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { BOTH_SIZES, MAIN } from "#e2e/support/tags";

const LONG_PRICE = "1.200,00 € per month";

async function expectRoomForTitle(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ ...size, width: 320 });
  const card = listedItem(page, LONG_PRICE);
  const widthOf = (part: Locator) => part.evaluate((element) => element.clientWidth);
  await expect(card).toBeVisible();
  expect(await widthOf(card.getByRole("heading"))).toBeGreaterThan((await widthOf(card)) / 2);
  expect(
    await card.getByText(LONG_PRICE).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

test(
  "links added, found, moved and deleted offline reach the other device",
  { tag: [BOTH_SIZES.tag, MAIN.tag] },
  async ({ page, server, openDevice, consoleWatch, isMobile }) => {
    test.slow();
    consoleWatch.allow(...NETWORK_GONE);
    const owner = await signUp(page, server, { username: "ines" });

    await test.step("without a shelf no item can be added", async () => {
      await page.goto("/items");
      await expect(page.getByText("Create a shelf first before adding items.")).toBeVisible();
      await expect(page.getByRole("button", { name: "Add Item" })).toBeDisabled();
      await expectNoAxeFindings(page);
    });

    await test.step("with shelves, a new item is on the first one", async () => {
      await page.goto("/shelves");
      await makeShelf(page, "Kitchen");
      await makeShelf(page, "Workshop");
      await page.goto("/items");
      await expect(page.getByText("Add your first item to start building your shelves.")).toBeVisible();
      await addListedItem(page, { title: "Crème brûlée torch", url: "example.com/torch", price: LONG_PRICE });
      await expect(listedItem(page, "Crème brûlée torch")).toContainText("Kitchen");
      await expect(listedItem(page, "Crème brûlée torch")).toContainText(LONG_PRICE);
      await expectRoomForTitle(page);
      const columns = page.getByRole("columnheader");
      await expect(columns).toHaveText(
        isMobile ? [] : ["Image", "Title", "Shelf", "URL", "Price", "Actions"],
      );
      await expectNoAxeFindings(page);
      await expect(syncState(page)).toHaveText("Saved everywhere");
      await untilAppCached(page);
    });

    await test.step("offline, and after a reload, all of it works", async () => {
      await page.context().setOffline(true);
      await addListedItem(page, {
        title: "Hand plane",
        url: "https://example.com/plane",
        shelf: "📚 Workshop",
      });
      await addListedItem(page, {
        title: "A title that with WORDS OF WWWWWW AND MMMMMM IS TOO WIDE FOR ANY LIST THERE IS",
        url: "https://example.com/long",
      });
      const long = listedItem(page, "A title that with WORDS OF WWWWWW AND MMMMMM IS TO...");
      await expect(long).toBeVisible();
      await long.scrollIntoViewIfNeeded();
      const isInSight = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      };
      expect(await long.getByTitle("Not sent yet").evaluate(isInSight), "beside a title of any length").toBe(
        true,
      );
      await page.reload();
      const search = page.getByRole("searchbox", { name: "Search items" });
      const clear = page.getByRole("main").getByRole("button", { name: "Clear the search" });
      await expect(clear).toBeHidden();
      await search.fill("BRULEE torch");
      await expect(listedItem(page, "Crème brûlée torch")).toBeVisible();
      await expect(listedItem(page, "Hand plane")).toBeHidden();
      await clear.click();
      await expect(search).toBeFocused();
      await expect(search).toHaveValue("");
      await expect(listedItem(page, "Hand plane")).toBeVisible();
      await search.fill("no such thing");
      await expect(page.getByText("No items found")).toBeVisible();
      await clear.last().click();
      await expect(search).toBeFocused();
      await expect(listedItem(page, "Hand plane")).toBeVisible();

      await page.getByRole("link", { name: "Edit Crème brûlée torch" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit Item" });
      await dialog.getByLabel("Title").fill("");
      await dialog.getByLabel("URL").fill("no address");
      await dialog.getByRole("button", { name: "Update", exact: true }).click();
      await expect(dialog.getByLabel("URL")).toHaveAccessibleDescription("Must be a valid URL");
      await expect(dialog.getByText("Title is required")).toBeVisible();
      await expect(dialog.getByLabel("URL")).toBeFocused();
      await dialog.getByLabel("Title").focus();
      await expect(
        dialog.getByLabel("URL"),
        "a message stays when its unchanged field loses the focus",
      ).toHaveAccessibleDescription("Must be a valid URL");
      await expect(dialog.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
      await dialog.getByLabel("Title").fill("Torch");
      await dialog.getByLabel("URL").fill("https://example.com/torch");
      await dialog.getByLabel("Price").fill("9".repeat(41));
      await dialog.getByLabel("Description").fill("d".repeat(1001));
      await dialog.getByRole("button", { name: "Update", exact: true }).click();
      await expect(dialog.getByLabel("Price"), "the first visible message").toBeFocused();
      await dialog.getByLabel("Price").fill("");
      await dialog.getByLabel("Description").fill("");
      await dialog.getByLabel("Title").fill("");
      await dialog.getByRole("button", { name: "Update", exact: true }).click();
      await dialog.getByLabel("Take or choose a photo").setInputFiles(PICTURE);
      await dialog.getByRole("button", { name: "Remove picture" }).click();
      await dialog.getByLabel("Shelf", { exact: true }).selectOption({ label: "📚 Workshop" });
      await expect(
        dialog.getByText("Title is required"),
        "a message stays until its own field changes",
      ).toBeVisible();
      await dialog.getByLabel("Title").fill("Blow torch");
      await dialog.getByLabel("URL").fill("https://example.com/torch");
      await expectNoAxeFindings(page);
      await dialog.getByRole("button", { name: "Update", exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(listedItem(page, "Blow torch")).toContainText("Workshop");

      const filter = page.getByLabel("Shelf", { exact: true });
      await filter.selectOption({ label: "📚 Workshop" });
      await expect(listedItem(page, "A title that")).toBeHidden();
      await test.step("a search covers the chosen shelf, and later all shelves again", async () => {
        await search.fill("title that");
        await expect(page.getByText("No items found")).toBeVisible();
        await filter.selectOption({ label: "All Shelves" });
        await expect(listedItem(page, "A title that")).toBeVisible();
        await expect(listedItem(page, "Blow torch")).toBeHidden();
        await filter.selectOption({ label: "📚 Workshop" });
        await search.fill("torch");
        await expect(listedItem(page, "Blow torch")).toBeVisible();
        await expect(listedItem(page, "Hand plane")).toBeHidden();
        await search.fill("");
        await expect(listedItem(page, "Hand plane")).toBeVisible();
        await expect(listedItem(page, "A title that")).toBeHidden();
      });
      await askToDelete(page, "Hand plane");
      await expect(page.getByRole("dialog", { name: 'Delete "Hand plane"?' })).toBeVisible();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(listedItem(page, "Hand plane")).toBeHidden();
      await expect(deletionControl(page, "Blow torch")).toBeFocused();
      await deleteFocused(page);
      await expect(page.getByText("Add your first item to start building your shelves.")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Links & Items", level: 1 })).toBeFocused();
      await page.getByRole("button", { name: "Undo" }).last().click();
      await expect(listedItem(page, "Blow torch")).toBeVisible();
    });

    await test.step("with a network it reaches the server and the second device", async () => {
      await page.context().setOffline(false);
      await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
      const laptop = await openDevice();
      await signIn(laptop, server, owner);
      await laptop.goto("/items");
      await expect(listedItem(laptop, "Blow torch")).toContainText("Workshop");
      await expect(listedItem(laptop, "Hand plane")).toBeHidden();
    });
  },
);

onlineTest("a shelf's categories can be chosen in the item's form", async ({ page, server }) => {
  await signUp(page, server, { username: "carla" });
  await makeShelf(page, "Kitchen");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const { id } = ((await (await page.request.get("/api/shelves")).json()) as { id: string }[])[0] ?? {
    id: "",
  };
  for (const name of ["Pans", "Knives"]) {
    await page.request.post(`/api/shelves/${id}/categories`, {
      data: { name },
      headers: { Origin: server.address },
    });
  }
  await page.goto("/items");
  await addListedItem(page, { title: "Iron pan", url: "https://example.com/pan" });
  await dismissToast(page);
  await page.getByRole("link", { name: "Edit Iron pan" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Item" });
  await dialog.getByRole("checkbox", { name: "Pans" }).check();
  await dialog.getByRole("button", { name: "Update", exact: true }).click();
  await expect(listedItem(page, "Iron pan")).toContainText("Pans");
  await expect
    .poll(async () => {
      const items = (await (await page.request.get("/api/items")).json()) as {
        categories: { name: string }[];
      }[];
      return items.flatMap(({ categories }) => categories.map(({ name }) => name));
    })
    .toEqual(["Pans"]);

  await test.step("switching between shelves keeps ticked categories of the same name", async () => {
    const headers = { Origin: server.address };
    const shelfNamed = async (name: string) => {
      const shelves = (await (await page.request.get("/api/shelves")).json()) as {
        id: string;
        name: string;
      }[];
      return shelves.find((shelf) => shelf.name === name)?.id;
    };
    for (const name of ["Workshop", "Cellar"])
      await page.request.post("/api/shelves", { data: { name }, headers });
    await page.request.post(`/api/shelves/${await shelfNamed("Cellar")}/categories`, {
      data: { name: "Pans" },
      headers,
    });
    await page.getByRole("link", { name: "Edit Iron pan" }).click();
    const shelf = dialog.getByLabel("Shelf", { exact: true });
    await shelf.selectOption({ label: "📚 Workshop" });
    await expect(dialog.getByRole("checkbox")).toHaveCount(0);
    await shelf.selectOption({ label: "📚 Kitchen" });
    await expect(dialog.getByRole("checkbox", { name: "Pans" })).toBeChecked();
    await shelf.selectOption({ label: "📚 Workshop" });
    await shelf.selectOption({ label: "📚 Cellar" });
    await expect(dialog.getByRole("checkbox", { name: "Pans" })).toBeChecked();
    await dialog.getByRole("button", { name: "Update", exact: true }).click();
    await expect(listedItem(page, "Iron pan")).toContainText("Cellar");
    await expect(listedItem(page, "Iron pan")).toContainText("Pans");
    await expect(syncState(page)).toHaveText("Saved everywhere");
    for (const name of ["Workshop", "Cellar"])
      await page.request.delete(`/api/shelves/${await shelfNamed(name)}`, { headers });
  });

  await test.step("an address with an unknown item shows a message, and the item leaves the address", async () => {
    await page.goto("/items?item=0199aaaa-0000-7000-8000-000000000000", { waitUntil: "commit" });
    await expect(page.getByText("This item isn't here", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/items$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("another device deletes the only shelf: an open form stays, and asks for another shelf", async () => {
    await addButton(page).click();
    const form = page.getByRole("dialog", { name: "Add New Item" });
    await openMore(form);
    await form.getByLabel("Title").fill("Bread knife");
    await page.request.delete(`/api/shelves/${id}`, { headers: { Origin: server.address } });
    await expect(page.getByText("Create a shelf first before adding items.")).toBeVisible();
    await expect(form.getByLabel("Shelf", { exact: true }).locator("option:checked")).toHaveText(
      "Choose a shelf",
    );
    await expect(form.getByLabel("Shelf", { exact: true })).toHaveAccessibleDescription(
      "Its shelf is gone. Choose another one.",
    );
    await expect(form.getByLabel("Title")).toHaveValue("Bread knife");
    await form.getByLabel("URL").fill("https://example.com/knife");
    await form.getByRole("button", { name: "Create", exact: true }).click();
    await expect(form.getByLabel("Shelf", { exact: true })).toBeFocused();
    await expect(form.getByRole("paragraph").filter({ hasText: "Choose a shelf" })).toBeVisible();
  });
});

test(
  "ten thousand links are drawn a few at a time, and a search finds one",
  BOTH_SIZES,
  async ({ page, context, server, consoleWatch }) => {
    consoleWatch.allow(/net::ERR_/, /EventSource/);
    await signUp(page, server, { username: "tessa" });
    await makeShelf(page, "Everything");
    const [account = ""] = await storedAccounts(page);
    await page.evaluate(async (name) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(new Error("no database")));
      });
      const transaction = database.transaction(["shelves", "items"], "readwrite");
      const [shelf] = await new Promise<{ id: string }[]>((resolve) => {
        const asking = transaction.objectStore("shelves").getAll() as IDBRequest<{ id: string }[]>;
        asking.addEventListener("success", () => resolve(asking.result));
      });
      for (let at = 0; at < 10_000; at += 1) {
        const number = String(at).padStart(5, "0");
        transaction.objectStore("items").put({
          id: `00000000-0000-7000-8000-0000000${number}`,
          shelfId: shelf?.id,
          title: `Thing ${number}`,
          url: `https://example.com/${at}`,
          price: "",
          description:
            at >= 9880 && at < 9900 ? "Three of these make a card as high as two whose words are few. " : "",
          emoji: "",
          picture: null,
          cutout: null,
          showsCutout: false,
          categoryIds: [],
          position: `a${number}`,
          createdAt: "2026-03-01T00:00:00.000Z",
        });
      }
      await new Promise((resolve) => transaction.addEventListener("complete", resolve));
      database.close();
    }, account);
    await untilAppCached(page);
    await context.route("**/api/sync", (route) => route.abort());
    await page.goto("/items");
    await expect(page.getByText("10000 items")).toBeVisible();
    await expect(listedItem(page, "Thing 00000")).toBeVisible();
    expect(await listedItems(page).count()).toBeLessThan(60);
    await page.getByRole("searchbox", { name: "Search items" }).fill("thing 09876");
    await expect(listedItem(page, "Thing 09876")).toBeVisible();
    await expect(page.getByText("1 item", { exact: true })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search items" }).fill("thing 0987");
    await expect(page.getByText("11 items", { exact: true })).toBeVisible();
    await test.step("rows drawn together are placed one below another, each at its own height", async () => {
      const rows = page.getByRole("main").locator("[data-row]");
      await page.getByRole("searchbox", { name: "Search items" }).fill("thing 0988");
      await expect(listedItem(page, "Thing 09880")).toBeVisible();
      const marked = await rows.first().evaluateHandle((row) => row);
      await page.getByRole("searchbox", { name: "Search items" }).fill("thing 0989");
      await expect(listedItem(page, "Thing 09890")).toBeVisible();
      expect(await rows.first().evaluate((row, before) => row === before, marked)).toBe(true);
      await expect(rows).toHaveCount(11);
      const places = await rows.evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
      );
      for (const [at, { top }] of places.entries())
        expect(top).toBeGreaterThan((places[at - 1]?.bottom ?? 1) - 1);
      await page.getByRole("searchbox", { name: "Search items" }).fill("thing 0987");
      await expect(page.getByText("11 items", { exact: true })).toBeVisible();
    });
    await context.setOffline(true);
    await page.getByRole("link", { name: "Edit Thing 09876" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Renamed");
    await dialog.getByRole("button", { name: "Update", exact: true }).click();
    await expect(page.getByText("10 items", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit Thing 09877" })).toBeFocused();
    await page.getByRole("searchbox", { name: "Search items" }).fill("");
    await expect(page.getByText("10000 items")).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(listedItem(page, "Thing 09999")).toBeVisible();
    await test.step("a tap that gives no focus does not scroll the page", async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      const press = (control: Locator) => control.evaluate((button: HTMLElement) => button.click());
      const removal = deletionControl(page, "Thing 09999");
      const opensMenu = (await removal.getAttribute("aria-haspopup")) === "menu";
      await press(removal);
      if (opensMenu) await press(page.getByRole("menuitem", { name: "Delete" }));
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText("9999 items")).toBeVisible();
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000);
    });
  },
);
