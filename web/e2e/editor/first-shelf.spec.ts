import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import {
  addItem,
  backToShelves,
  deleteHere,
  itemRow,
  makeShelf,
  moveByKeyboard,
  openShelf,
  PICTURE,
  shelfNames,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signIn, signInByHand, signUp, signUpByHand } from "#e2e/support/steps/sign-up";
import { MAIN, WHOLE_BROWSER } from "#e2e/support/tags";

async function untilReadyOffline(page: Page): Promise<void> {
  const worker = await (await page.request.get("/service-worker.js")).text();
  const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file]) => `/${file}`);
  expect(files).toContain("/index.html");
  const missing = () =>
    page.evaluate(async (wanted) => {
      const cached = await Promise.all(wanted.map((file) => caches.match(file, { ignoreSearch: true })));
      return wanted.filter((_, index) => cached[index] === undefined);
    }, files);
  await expect.poll(missing).toEqual([]);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

test(
  "a shelf made on an offline phone reaches the laptop and the public page",
  MAIN,
  async ({ page: phone, server, openDevice, consoleWatch, browser }) => {
    test.slow();
    consoleWatch.allow(...NETWORK_GONE);

    await test.step("a visitor signs up with the code from the mail and makes a shelf", async () => {
      await signUpByHand(phone, server, { username: "Maria" });
      await expect(phone.getByText("Create Your First Shelv")).toBeVisible();
      await makeShelf(phone, "From my kitchen");
      await openShelf(phone, "From my kitchen");
      await addItem(phone, {
        title: "Coffee mug",
        url: "example.com/mug",
        price: "$19.99",
        picture: PICTURE,
      });
      await expect(syncState(phone)).toHaveText("Saved everywhere");
      await untilReadyOffline(phone);
    });

    const laptop = await openDevice();
    await test.step("the laptop shows it after the same owner signs in", async () => {
      await signInByHand(laptop, server, { email: "maria@example.com" });
      await expect(laptop.getByRole("article", { name: "From my kitchen" })).toBeVisible();
      await expect(laptop.getByRole("article").getByText("Coffee mug")).toBeVisible();
    });

    await test.step("the phone goes offline; everything works, and survives a reload", async () => {
      await phone.context().setOffline(true);
      await addItem(phone, { title: "Sea salt", url: "https://example.com/salt", picture: PICTURE });
      await addItem(phone, { title: "Old knife", url: "https://example.com/knife" });
      await moveByKeyboard(phone, "Sea salt", { key: "ArrowUp", toPlace: 1 });
      await itemRow(phone, "Coffee mug").getByRole("link", { name: "Edit" }).click();
      await phone.getByLabel("Price").fill("$24");
      await phone.getByRole("button", { name: "Update", exact: true }).click();
      await expect(itemRow(phone, "Coffee mug")).toContainText("$24");
      await deleteHere(phone, "Old knife");
      await expect(itemRow(phone, "Old knife")).toBeHidden();
      await backToShelves(phone);
      await makeShelf(phone, "On repeat");
      await moveByKeyboard(phone, "On repeat", { key: "ArrowUp", toPlace: 1 });
      await expect.poll(() => shelfNames(phone)).toEqual(["On repeat", "From my kitchen"]);
      await expect(phone.getByText('Moved "On repeat"', { exact: true })).toBeVisible();
      await expect(syncState(phone)).toHaveText(/^Offline \(\d+ waiting\)$/);

      await phone.reload();
      await expect.poll(() => shelfNames(phone)).toEqual(["On repeat", "From my kitchen"]);
      await expect(syncState(phone)).toHaveText(/^Offline \(\d+ waiting\)$/);
      await expectNoAxeFindings(phone);
      await expect(laptop.getByRole("article", { name: "On repeat" })).toBeHidden();
    });

    await test.step("the server crashes; after its restart all changes arrive, and the laptop shows them without a reload", async () => {
      await server.kill();
      await phone.context().setOffline(false);
      await expect(syncState(phone)).toHaveText(/^Offline \(\d+ waiting\)$/);
      await server.restart();
      await expect(syncState(phone)).toHaveText("Saved everywhere", { timeout: 60_000 });
      // Devices of a server that was gone reconnect at different times, within 30 s.
      await expect
        .poll(() => shelfNames(laptop), { timeout: 60_000 })
        .toEqual(["On repeat", "From my kitchen"]);
      await openShelf(laptop, "From my kitchen");
      await expect(
        laptop.getByRole("list", { name: "Items of From my kitchen" }).getByRole("listitem"),
      ).toHaveText([/Sea salt/, /Coffee mug.*\$24/]);
    });

    await test.step("a visitor opens the page, which is complete without script", async () => {
      const visitor = await browser.newContext({ javaScriptEnabled: false });
      const page = await visitor.newPage();
      await page.goto(`${server.address}/maria`);
      await expect(page).toHaveURL(`${server.address}/Maria`);
      await expect(page.getByRole("heading", { level: 2 })).toHaveText([/On repeat/, /From my kitchen/]);
      await expect(page.getByRole("link", { name: /Coffee mug/ })).toHaveAttribute(
        "href",
        "https://example.com/mug",
      );
      await expect(page.getByRole("link", { name: /Coffee mug/ })).toHaveAttribute("target", "_blank");
      expect(await page.locator(".shelv-picture").count()).toBe(2);
      await visitor.close();
    });

    await test.step("a page opened once opens again while the server is stopped", async () => {
      const visitor = await openDevice({ serviceWorkers: "allow" });
      await visitor.goto("/Maria");
      await expect
        .poll(() => visitor.evaluate(async () => (await caches.match("/maria")) !== undefined))
        .toBe(true);
      await expect
        .poll(() =>
          visitor.evaluate(async () =>
            (await Promise.all([...document.images].map((image) => caches.match(image.currentSrc)))).every(
              Boolean,
            ),
          ),
        )
        .toBe(true);
      await server.stop();
      await visitor.reload();
      await expect(visitor.getByRole("link", { name: /Sea salt/ })).toBeVisible();
      await expect
        .poll(() =>
          visitor
            .locator(".shelv-picture")
            .evaluateAll((images) => (images as HTMLImageElement[]).every((image) => image.naturalWidth > 0)),
        )
        .toBe(true);
      await server.restart();
    });
  },
);

test(
  "offline changes reach the server after the page is closed",
  WHOLE_BROWSER,
  async ({ page: phone, server, consoleWatch, request }) => {
    consoleWatch.allow(...NETWORK_GONE);
    await signUp(phone, server, { username: "nina" });
    await makeShelf(phone, "Books I lend");
    await expect(syncState(phone)).toHaveText("Saved everywhere");
    await untilReadyOffline(phone);
    const context = phone.context();
    await context.setOffline(true);
    await makeShelf(phone, "Made in the tunnel");
    await expect(syncState(phone)).toHaveText("Offline (1 waiting)");
    await phone.close();
    await context.setOffline(false);
    await expect
      .poll(async () => (await request.get("/nina")).text(), { timeout: 45_000 })
      .toContain("Made in the tunnel");
  },
);

test(
  "a change that the server rejects is in the tray with all its text",
  MAIN,
  async ({ page: phone, server, openDevice, consoleWatch }) => {
    consoleWatch.allow(...NETWORK_GONE);
    await phone.addInitScript(noteForSystem);
    const owner = await signUp(phone, server, { username: "olga" });
    await makeShelf(phone, "One");
    await makeShelf(phone, "Two");
    await expect(syncState(phone)).toHaveText("Saved everywhere");
    await expect
      .poll(() => phone.evaluate(() => Reflect.get(globalThis, "timesAskedToKeep") as number))
      .toBe(1);
    await untilReadyOffline(phone);
    const laptop = await openDevice();
    await signIn(laptop, server, owner);
    await expect(laptop.getByRole("article", { name: "Two" })).toBeVisible();

    await phone.context().setOffline(true);
    await makeShelf(phone, "Made on the phone");
    await openShelf(phone, "Made on the phone");
    await addItem(phone, { title: "A letter", url: "https://example.com/letter" });
    await makeShelf(laptop, "Made on the laptop");
    await expect(syncState(laptop)).toHaveText("Saved everywhere");
    await phone.context().setOffline(false);

    await expect(syncState(phone)).toHaveText("1 needs attention", { timeout: 30_000 });
    await expect.poll(() => badgeOf(phone)).toBe(1);
    await expect(phone.getByRole("heading", { name: "This shelf couldn't be saved" })).toBeVisible();
    await expect(
      phone.getByText(
        "The Free plan has room for 3 shelves. Nothing is lost: the shelf is waiting with everything on it.",
      ),
    ).toBeVisible();
    await expectNoAxeFindings(phone);
    await phone.getByRole("main").getByRole("link", { name: "See unsaved changes" }).click();
    await phone.waitForURL("**/unsaved");
    const main = phone.getByRole("main");
    await expect(main.getByText("The Free plan has room for 3 shelves")).toBeVisible();
    await expect(main.getByRole("link", { name: "See plans" })).toHaveAttribute(
      "href",
      "/account?tab=settings#plans",
    );
    await expect(main.getByText("Made on the phone", { exact: true })).toBeVisible();
    await expect(main.getByText("https://example.com/letter")).toBeVisible();
    await expectNoAxeFindings(phone);

    await deleteHere(laptop, "Made on the laptop");
    await expect(syncState(laptop)).toHaveText("Saved everywhere");
    await expect(async () => {
      await phone.getByRole("button", { name: "Retry" }).click();
      await expect(syncState(phone)).toHaveText("Saved everywhere", { timeout: 2000 });
    }).toPass();
    await expect.poll(() => badgeOf(phone)).toBe(0);
    await expect(
      laptop.getByRole("article", { name: "Made on the phone" }).getByText("A letter"),
    ).toBeVisible();
  },
);

const badgeOf = (page: Page) => page.evaluate(() => (globalThis as { badge?: number }).badge);

const noteForSystem = () => {
  const show = async (badge = 0) => void Object.assign(globalThis, { badge });
  Object.assign(navigator, { setAppBadge: show, clearAppBadge: async () => show() });
  const world = globalThis as { timesAskedToKeep?: number };
  const persist = async () => {
    world.timesAskedToKeep = (world.timesAskedToKeep ?? 0) + 1;
    return false;
  };
  Object.assign(navigator.storage, { persist });
};
